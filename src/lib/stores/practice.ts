import { atom } from 'nanostores';
import { failureOf, partOf } from '#lib/api/part.ts';
import type { Corrected, FinishedUnit, Goal, ReviewedCard, WordsOfDay } from '#lib/contract/practice.schema.ts';
import type { AnswerOf, InputOf } from '#lib/page/operations.ts';
import { guestBook } from '#lib/rules/device/device-box.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { mutate, mutationAddress, query } from './operations.ts';
import { deliver, keepAttempt, keepHeard, keepReview } from './practice-outbox.ts';
import type { Attempt, Review } from './practice-waiting.ts';
import { sendWhenConnected } from './reconnection.ts';
import { $today, updateShared } from './shared.ts';
import { toast } from './toast.ts';

export type TestPaper = AnswerOf<'practice.getPracticeTest'>;

/** Whether answers wait for a connection, and whether this device stores them or only this page has them. */
export const $waiting = atom<'none' | 'stored' | 'unstored'>('none');
/** The server’s latest state of the flashcards, by word. */
export const $cards = atom<Record<number, ReviewedCard>>({});

/** Units that this session finished: its end celebrates them. */
export const $finished = atom<readonly FinishedUnit[]>([]);

/** A call during a delivery is notified of its units too. */
function celebrate(units: readonly FinishedUnit[]): void {
  if (units.length === 0) return;
  const known = new Map([...$finished.get(), ...units].map((unit) => [unit.id, unit]));
  $finished.set([...known.values()]);
}

function sayFinished(units: readonly FinishedUnit[] = []): void {
  for (const unit of units) toast.success(practiceMessages.unitFinished(unit));
}

/** A visitor with an empty book: what is practised stays on this device until the registration (GUARD-05). */
const isGuest = () => guestBook() !== undefined;

/** Rates a word. The device stores the rating first and sends it at once, or as soon as there is a connection. */
export async function rateWord(review: Review): Promise<void> {
  const isStored = keepReview(review);
  if (isGuest()) {
    $waiting.set(isStored ? 'none' : 'unstored');
    return;
  }
  const { cards, finished, isWaiting } = await deliver();
  $waiting.set(waitingAs(isWaiting, isStored));
  celebrate(finished);
  if (cards.length > 0) {
    $cards.set({ ...$cards.get(), ...Object.fromEntries(cards.map((card) => [card.palavra_id, card])) });
    updateShared($today, null);
  }
}

/** The words of today, counted by the school; null for a visitor, and without a connection. */
export async function readWordsOfDay(): Promise<WordsOfDay | null> {
  if (isGuest()) return null;
  const day = await partOf(query('practice.getWordsOfDay'));
  return day.ok ? day.data : null;
}

/** @throws ApiError with a sentence for the reader. */
export const loadTest = (id: number): Promise<TestPaper> =>
  isGuest() ? query('practice.getEmptyBookTest', { id }) : query('practice.getPracticeTest', { id });

/** The sentence of a refusal; `otherwise` for a call that did not arrive. */
export function problemOf(error: unknown, otherwise: string): string {
  const { status, detail } = failureOf(error);
  return (status !== 0 && detail) || otherwise;
}

/** Whether the school refused answers because the questions of the paper have changed. */
export const isForOtherPaper = (error: unknown): boolean => failureOf(error).status === 422;

const waitingAs = (isWaiting: boolean, isStored: boolean) => (isWaiting ? (isStored ? 'stored' : 'unstored') : 'none');

/**
 * Submits a test. @returns the right answers, or null while it waits for a connection. @throws ApiError to a visitor
 */
export async function handIn(attempt: Attempt): Promise<Corrected | null> {
  if (isGuest()) {
    const corrected = await tryAgain(attempt.id, attempt.body.respostas);
    $waiting.set(keepAttempt(attempt) ? 'none' : 'unstored');
    return corrected;
  }
  const isStored = keepAttempt(attempt);
  const { corrected, finished, isWaiting } = await deliver();
  $waiting.set(waitingAs(isWaiting, isStored));
  celebrate(finished);
  if (corrected.length > 0) updateShared($today, null);
  return corrected.find(({ id }) => id === attempt.id)?.result ?? null;
}

/** Corrects some questions again; nothing is stored. @throws ApiError */
export const tryAgain = (
  id: number,
  respostas: InputOf<'practice.submitPracticeTest'>['respostas'],
): Promise<Corrected> =>
  isGuest()
    ? mutate('practice.checkEmptyBookTest', { id, respostas })
    : mutate('practice.submitPracticeTest', { id, respostas, iniciada_em: new Date().toISOString(), refazer: true });

/**
 * Corrects the answer to one question of a test; nothing is stored.
 *
 * @returns null without a connection, or while the school does not answer
 * @throws ApiError with a sentence for the reader.
 */
export async function checkAnswer(
  id: number,
  questao_id: number,
  resposta: string | string[],
): Promise<Corrected['itens'][number] | null> {
  try {
    const { itens } = await tryAgain(id, [{ questao_id, resposta }]);
    return itens[0] ?? null;
  } catch (error) {
    const { status } = failureOf(error);
    if (status === 0 || status >= 500) return null;
    throw error;
  }
}

/** Tracks that were heard to their end on this page. */
export const $heard = atom<ReadonlySet<number>>(new Set());

/** Saves where an audio stopped. A lost position does no harm, because the next one replaces it. */
export async function keepPosition(id: number, posicao_s: number, ouvido: boolean): Promise<boolean> {
  const isNews = ouvido && !$heard.get().has(id);
  // The mark is shown at once; the server counts it a moment later.
  if (isNews) $heard.set(new Set([...$heard.get(), id]));
  if (isGuest()) return keepHeard({ id, body: { posicao_s, ouvido } });
  const saved = await partOf(mutate('practice.saveAudioPosition', { id, posicao_s, ouvido }));
  const { ok } = saved;
  if (saved.ok) sayFinished(saved.data.concluidas);
  if (ok && isNews) updateShared($today, null);
  // If saving fails, the next position of this audio counts as news again.
  if (!ok && isNews) $heard.set(new Set([...$heard.get()].filter((each) => each !== id)));
  return ok;
}

/**
 * The same while the page is closing and cannot wait for an answer. A beacon arrives; a call through the service worker
 * ends with its page.
 */
export function keepPositionOnLeave(id: number, posicao_s: number, ouvido: boolean): void {
  if (isGuest()) {
    keepHeard({ id, body: { posicao_s, ouvido } });
    return;
  }
  const body = new Blob([JSON.stringify({ id, posicao_s, ouvido })], { type: 'application/json' });
  navigator.sendBeacon(mutationAddress('practice.saveAudioPosition'), body);
}

/** Sets the goal of days a week. @returns the goal, or null if it was not stored. */
export async function chooseGoal(dias_por_semana: number): Promise<Goal | null> {
  const goal = await partOf(mutate('practice.updateWeeklyGoal', { dias_por_semana }));
  if (!goal.ok) {
    toast.error(goal.detail || practiceMessages.goalNotSaved);
    return null;
  }
  toast.success(practiceMessages.goalSaved(goal.data.meta));
  return goal.data;
}

let isWatching = false;

/** Sends waiting answers, now and whenever the connection is back. A second call has no effect. */
export function deliverWhenOnline(): void {
  if (isWatching || isGuest()) return;
  isWatching = true;
  const send = async () => {
    const { cards, corrected, finished, isWaiting } = await deliver();
    sayFinished(finished);
    if (!isWaiting) $waiting.set('none');
    else if ($waiting.get() === 'none') $waiting.set('stored');
    const count = cards.length + corrected.length;
    if (count === 0) return;
    updateShared($today, null);
    toast.success(practiceMessages.sentLater(count));
  };
  sendWhenConnected(send, () => $waiting.get() !== 'none');
}
