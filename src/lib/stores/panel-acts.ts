import { atom } from 'nanostores';
import { type Failure, failureOf, isDecided, type Part, partOf } from '#lib/api/part.ts';
import { type Refusal, refusalOf } from '#lib/forms/refusal.ts';
import type { IslandRead, IslandWrite } from '#lib/page/operations.ts';
import { REAUTHENTICATION_NEEDED } from '#lib/rules/people/reauthentication.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import { endIntent, intentKey } from './intent.ts';
import { mutate, query } from './operations.ts';
import { type ToastId, toast } from './toast.ts';

/** Loads a view of the panel. */
export const readView = (name: IslandRead, input: object, signal: AbortSignal): Promise<Part<unknown>> =>
  partOf(withReauthentication(() => query(name, input as never, { signal })));

/** What `onceForEach` answers. */
interface EachAnswer {
  itens: readonly { id: number; problema: string | null; nome?: string }[];
  desfazer: string | null;
}

interface Deed {
  /** The action and its rows: a second attempt of the same is the same intent. */
  intent: string;
  work(idempotencyKey: string): Promise<unknown>;
  /** The message on success for this many rows, unless the answer has one. */
  done(count: number): string;
  undo?: IslandWrite | undefined;
  /** The name of a row that was refused while others were not. */
  nameOf(id: number): string;
  /** Called with the refused rows. */
  left(ids: readonly number[]): void;
  /** Called with the answer. */
  answered(answer: unknown): void;
  /** Reloads the view. */
  after(): void;
}

const CONFLICT = 409;

/** Runs an action of the panel, announces it, and offers to undo it. @returns why it was refused; null on success */
export async function perform({
  intent,
  work,
  done,
  undo,
  nameOf,
  left,
  answered,
  after,
}: Deed): Promise<Refusal | null> {
  const name = `panel:${digest(intent)}`;
  try {
    const answer = (await withReauthentication(() => work(intentKey(name)))) as Partial<
      EachAnswer & { detail: string }
    >;
    endIntent(name);
    const failed = (answer.itens ?? []).filter(({ problema }) => problema);
    const token = answer.desfazer;
    showDone(
      answer.detail ?? done((answer.itens?.length ?? 1) - failed.length),
      undo && token ? () => void takeBack(undo, token, after) : undefined,
    );
    for (const problem of new Set(failed.map(({ problema }) => problema ?? ''))) {
      const names = failed.filter(({ problema }) => problema === problem).map(({ id, nome }) => nome ?? nameOf(id));
      toast.error(kitWords.refused(problem, names));
    }
    left(failed.map(({ id }) => id));
    answered(answer);
    after();
    return null;
  } catch (error) {
    const failure = failureOf(error);
    if (isDecided(failure)) endIntent(name);
    // Somebody else changed it before, so the shown data is outdated.
    if (failure.status === CONFLICT) after();
    return refusalIn(error);
  }
}

/** The notice whose undo button is active. */
let undoable: ToastId | null = null;

/** Announces success. Only the last action can be undone, as long as the school allows it. */
function showDone(text: string, takeBack: (() => void) | undefined): void {
  if (!takeBack) {
    toast.message(text);
    return;
  }
  if (undoable !== null) toast.dismiss(undoable);
  undoable = toast.message(text, { label: kitWords.undo, onClick: takeBack, lastsMs: MINUTE_MS });
}

async function takeBack(undo: IslandWrite, desfazer: string, after: () => void): Promise<void> {
  const part = await partOf(
    withReauthentication(() => mutate(undo, { desfazer } as never)) as Promise<{ ids: readonly number[] }>,
  );
  if (!part.ok) toast.error(part.detail || kitWords.notDone);
  else if (part.data.ids.length === 0) toast.error(kitWords.notUndone);
  after();
}

/** Any other error means that the school did not answer. */
const refusalIn = (error: unknown): Refusal =>
  failureOf(error).status === 0 ? { problem: kitWords.notDone, fields: {} } : refusalOf(error, kitWords.notDone);

/** The re-authentication dialog on top of the page; null: closed. */
export const $reauthentication = atom<((isProven: boolean) => void) | null>(null);

/** Does some work. If the school requires re-authentication (0097), the dialog opens, and the work is done again. */
async function withReauthentication<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (failureOf(error).code !== REAUTHENTICATION_NEEDED || !(await prove())) throw error;
    return work();
  }
}

const prove = (): Promise<boolean> =>
  new Promise((end) => {
    // An open dialog is replaced by one for the later action.
    $reauthentication.get()?.(false);
    $reauthentication.set((isProven) => {
      $reauthentication.set(null);
      end(isProven);
    });
  });

/** The user’s methods of re-authentication. */
export const reauthenticationMethods = () => partOf(query('auth.getReauthenticationMethods'));

/** @returns why it was refused; null on success */
export const sendReauthentication = (reauthentication: object): Promise<Refusal | null> =>
  mutate('auth.reauthenticate', reauthentication as never).then(() => null, refusalIn);

/** A short digest of a text: the device stores it with the key of an intent, and it reveals nothing about a person. */
function digest(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

export type { Failure, Refusal };
