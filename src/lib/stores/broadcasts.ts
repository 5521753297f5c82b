import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { searchUsers } from '#lib/contract/account.ts';
import type { Audience, Broadcast, BroadcastInput, Reach, SavedAudience } from '#lib/contract/broadcasts.schema.ts';
import {
  type Counted,
  countReach,
  keepTemplate as keep,
  type Reviewed,
  review,
  type StepOperations,
  saveAudience,
  sendOut,
  sendTest,
} from '#lib/forms/broadcasts/steps.ts';
import { type Refusal, refusalOf } from '#lib/forms/refusal.ts';
import { isChosen, type Plan, timesOf, timesToSave } from '#lib/rules/broadcasts/broadcast-form.ts';
import { panelMessages } from '#lib/words/broadcasts-panel.ts';
import { $draft, changeDraft, saveNow } from './broadcasts-draft.ts';
import { endIntent, intentKey } from './intent.ts';
import { mutate, query } from './operations.ts';
import { toast } from './toast.ts';

const COUNT_PAUSE_MS = 400;
const MAX_FOUND = 8;

export type { Reach, Reviewed };

/** The reach of the current audience; the last figures stay while the next count loads. */
export const $reach = atom<Reach | null>(null);
export const $reachState = atom<'ready' | 'asking' | 'failed'>('ready');

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** Counts again after a pause, so that choosing five classes sends one request. */
export function countLater(of: Counted): void {
  clearTimeout(timer);
  running?.abort();
  $reachState.set('asking');
  timer = setTimeout(() => void countNow(of), COUNT_PAUSE_MS);
}

/** @returns the current reach, or null if counting failed */
export async function countNow(of: Counted): Promise<Reach | null> {
  clearTimeout(timer);
  running?.abort();
  if (!isChosen(of.audience)) {
    $reach.set(null);
    $reachState.set('ready');
    return null;
  }
  const own = new AbortController();
  running = own;
  $reachState.set('asking');
  const part = await partOf(countReach(stepOperations, of, { signal: own.signal }));
  if (own.signal.aborted) return null;
  $reachState.set(part.ok ? 'ready' : 'failed');
  if (part.ok) $reach.set(part.data);
  return part.ok ? part.data : null;
}

export interface Found {
  id: number;
  full_name: string;
  school_name: string;
}

/** People by name, a few of them. @throws ApiError, or the abort of `signal` */
export const findPeople = (q: string, signal: AbortSignal): Promise<Found[]> =>
  api(searchUsers, { query: { q, limit: MAX_FOUND } }, { signal }).then(({ items }) => items);

export const $isSending = atom(false);
export const $isTesting = atom(false);
export const $sendProblem = atom<string | null>(null);

/** Saves and counts the current choice. @returns what the user must confirm, or why it may not be sent */
export async function reviewNow(
  broadcast: Broadcast,
  plan: Plan,
  zone: string,
): Promise<{ reviewed: Reviewed | null; refusal: Refusal | null }> {
  const { times, problems } = timesOf(plan, zone, new Date());
  const choice = { audience: ($draft.get() ?? broadcast).audience, problems, at: times.scheduled_at };
  const save = () => {
    changeDraft(timesToSave(times, broadcast));
    return saveNow();
  };
  try {
    return { reviewed: await review(choice, save, countNow), refusal: null };
  } catch (error) {
    return { reviewed: null, refusal: refusalOf(error) };
  }
}

/** Sends to the user’s own devices only. A press after the answer sends another test. */
export async function tryOut({ id, version }: Broadcast): Promise<void> {
  if ($isTesting.get()) return;
  const intent = `teste:${id}`;
  $isTesting.set(true);
  const part = await partOf(sendTest(api, id, intentKey(intent, String(version))));
  $isTesting.set(false);
  if (part.ok || part.status !== 0) endIntent(intent);
  if (part.ok) toast.success(part.data);
  else toast.error(part.detail || panelMessages.notSent);
}

/**
 * Sends now (`at` is null) or at its time, and shows the result. After a failure or a reload, a second attempt still
 * sends it once.
 */
export async function send({ id, version }: Broadcast, at: string | null): Promise<void> {
  if ($isSending.get()) return;
  const intent = `envio:${id}`;
  $isSending.set(true);
  $sendProblem.set(null);
  const part = await partOf(sendOut(api, id, at, intentKey(intent, `${version} ${at ?? ''}`)));
  if (part.ok || part.code === 'key_reused') endIntent(intent);
  if (part.ok) return location.assign(part.data);
  $isSending.set(false);
  $sendProblem.set(part.detail || panelMessages.notSent);
}

export const $isKeeping = atom(false);

/** Saves a text as a template. @returns its errors by field, or null on success. */
export async function keepTemplate(nome: string, of: BroadcastInput): Promise<Readonly<Record<string, string>> | null> {
  if ($isKeeping.get()) return null;
  $isKeeping.set(true);
  try {
    await keep(stepOperations, nome, of);
    toast.success(panelMessages.templateSaved);
    return null;
  } catch (error) {
    const { problem, fields } = refusalOf(error, panelMessages.notSaved);
    return Object.keys(fields).length > 0 ? fields : { nome: problem };
  } finally {
    $isKeeping.set(false);
  }
}

/** The saved audiences after a change on this page; null before a change. */
export const $audiences = atom<readonly SavedAudience[] | null>(null);

/** Saves a named audience, or changes a saved one. @returns the error of the name */
export async function keepAudience(
  list: readonly SavedAudience[],
  nome: string,
  audience: Audience,
  id?: number,
): Promise<string | undefined> {
  try {
    const stored = await saveAudience(stepOperations, nome, audience, id);
    $audiences.set([...list.filter((each) => each.id !== stored.id), stored]);
    toast.success(panelMessages.audienceStored);
    return undefined;
  } catch (error) {
    const { problem, fields } = refusalOf(error, panelMessages.notSaved);
    if (!fields.nome) toast.error(problem);
    return fields.nome;
  }
}

export async function removeAudience(list: readonly SavedAudience[], id: number): Promise<void> {
  const part = await partOf(mutate('broadcasts.deleteAudience', { id }));
  if (!part.ok) {
    toast.error(part.detail || panelMessages.notSaved);
    return;
  }
  $audiences.set(list.filter((each) => each.id !== id));
  toast.success(panelMessages.audienceRemoved);
}

/** The operations for a message’s steps, in an island. */
const stepOperations: StepOperations = {
  broadcasts: {
    previewAudience: (...args) => query('broadcasts.previewAudience', ...args),
    createTemplate: (...args) => mutate('broadcasts.createTemplate', ...args),
    createAudience: (...args) => mutate('broadcasts.createAudience', ...args),
    updateAudience: (...args) => mutate('broadcasts.updateAudience', ...args),
  },
};
