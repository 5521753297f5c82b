import { atom } from 'nanostores';
import { ApiError, api } from '#lib/api/browser.ts';
import { searchUsers } from '#lib/contract/account.ts';
import type { Broadcast, BroadcastInput, Counts } from '#lib/contract/broadcasts.schema.ts';
import { createTemplate, previewAudience, sendBroadcast } from '#lib/contract/broadcasts.ts';
import { routes } from '#lib/routes.ts';
import { audienceQuery, isChosen } from '#lib/rules/broadcasts/broadcast-form.ts';
import { panelMessages } from '#lib/words/broadcasts-panel.ts';
import { detailOr } from '#lib/words/errors.ts';
import { endIntent, intentKey } from './intent.ts';
import { toast } from './toast.ts';

const COUNT_PAUSE_MS = 400;
const MAX_FOUND = 8;

export type Reach = Counts & { first_names: string[] };

/** Whom the audience of the page reaches; the last figures stay while the next are counted. */
export const $reach = atom<Reach | null>(null);
export const $reachState = atom<'ready' | 'asking' | 'failed'>('ready');

type Counted = Pick<BroadcastInput, 'audience' | 'category' | 'title' | 'body'>;
let timer: ReturnType<typeof setTimeout> | undefined;
let asked: AbortController | undefined;

/** Counts again after a pause: choosing five classes is one question. */
export function countLater(of: Counted): void {
  clearTimeout(timer);
  asked?.abort();
  $reachState.set('asking');
  timer = setTimeout(() => void countNow(of), COUNT_PAUSE_MS);
}

/** @returns whom it reaches now, or null where it could not be counted. */
export async function countNow({ audience, category, ...words }: Counted): Promise<Reach | null> {
  clearTimeout(timer);
  asked?.abort();
  if (!isChosen(audience)) {
    $reach.set(null);
    $reachState.set('ready');
    return null;
  }
  const own = new AbortController();
  asked = own;
  $reachState.set('asking');
  try {
    const query = audienceQuery(audience, category, words);
    const reach = await api(previewAudience, { query }, { signal: own.signal });
    if (own.signal.aborted) return null;
    $reach.set(reach);
    $reachState.set('ready');
    return reach;
  } catch {
    if (!own.signal.aborted) $reachState.set('failed');
    return null;
  }
}

export interface Found {
  id: number;
  full_name: string;
  school_name: string;
}

/** People by name, a few of them. @throws what `signal` aborts, or ApiError */
export const findPeople = (q: string, signal: AbortSignal): Promise<Found[]> =>
  api(searchUsers, { query: { q, limit: MAX_FOUND } }, { signal }).then(({ items }) => items);

export const $isSending = atom(false);
export const $isTesting = atom(false);
export const $sendProblem = atom<string | null>(null);

/** Sends to own devices only. Pressed again after an answer it is another test. */
export async function sendTest({ id, version }: Broadcast): Promise<void> {
  if ($isTesting.get()) return;
  const intent = `teste:${id}`;
  $isTesting.set(true);
  try {
    const idempotencyKey = intentKey(intent, String(version));
    const { counts } = await api(sendBroadcast, { body: { id, test: true } }, { idempotencyKey });
    endIntent(intent);
    if (counts.devices > 0) toast.success(panelMessages.tested(counts.devices));
    else toast.error(panelMessages.testedNone);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 0) endIntent(intent);
    toast.error(detailOr(error, panelMessages.notTested));
  } finally {
    $isTesting.set(false);
  }
}

/** Sends now (`at` is null) or at its time, and shows what becomes of it. Sent again, after a failure or a reload, it goes out once. */
export async function send({ id, version }: Broadcast, at: string | null): Promise<void> {
  if ($isSending.get()) return;
  const intent = `envio:${id}`;
  $isSending.set(true);
  $sendProblem.set(null);
  try {
    const idempotencyKey = intentKey(intent, `${version} ${at ?? ''}`);
    await api(sendBroadcast, { body: { id, ...(at && { scheduled_at: at }) } }, { idempotencyKey });
    endIntent(intent);
    location.assign(at ? routes.manager.push.list({ feito: 'agendada' }) : routes.manager.push.history(id));
  } catch (error) {
    $isSending.set(false);
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'key_reused') endIntent(intent);
    $sendProblem.set(detailOr(error, panelMessages.notSent));
  }
}

export const $isKeeping = atom(false);

/** Keeps a text as a template. @returns what is wrong with it by field, or null once it is kept. */
export async function keepTemplate(nome: string, of: BroadcastInput): Promise<Record<string, string> | null> {
  if ($isKeeping.get()) return null;
  if (nome.trim() === '') return { nome: panelMessages.missing.nome };
  $isKeeping.set(true);
  const { title, body, link, category } = of;
  try {
    await api(createTemplate, { body: { nome, title, body, link, category } });
    toast.success(panelMessages.templateSaved);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Object.keys(error.fields).length > 0
      ? error.fields
      : { nome: detailOr(error, panelMessages.templateNotSaved) };
  } finally {
    $isKeeping.set(false);
  }
}
