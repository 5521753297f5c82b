import type { Palavra } from '#lib/contract/practice.schema.ts';

/** Time for one word, measured with students who know the buttons. */
const SECONDS_A_WORD = 15;
/** New words at a time: students do not remember more. */
export const MAX_NEW = 8;
/** A forgotten word comes back so many times before it waits for tomorrow. */
export const MAX_RETURNS = 3;

export interface Sitting {
  /** In the order of the questions: due words first, the longest due before the others. */
  words: Palavra[];
  due: number;
  fresh: number;
  /** At least 1. */
  minutes: number;
}

/** How long so many words take. @returns at least 1 */
export const minutesFor = (words: number): number => Math.max(1, Math.round((words * SECONDS_A_WORD) / 60));

/** The words of a sitting now: every due word, and some new ones. @param now ISO-8601 */
export function planSitting(words: readonly Palavra[], now: string): Sitting {
  const due = words
    .filter(({ cartao }) => cartao && cartao.vence_em <= now)
    .toSorted((a, b) => (a.cartao?.vence_em ?? '').localeCompare(b.cartao?.vence_em ?? ''));
  const fresh = words.filter(({ cartao }) => !cartao).slice(0, MAX_NEW);
  const all = [...due, ...fresh];
  return {
    words: all,
    due: due.length,
    fresh: fresh.length,
    minutes: minutesFor(all.length),
  };
}

/** When the next word that is not due comes back. @returns ISO-8601, or null without any */
export const nextDue = (words: readonly Palavra[], now: string): string | null =>
  words
    .flatMap(({ cartao }) => (cartao && cartao.vence_em > now ? cartao.vence_em : []))
    .toSorted()
    .at(0) ?? null;

/** The queue after a rating: a forgotten word goes to the end, a few times. @returns ids of words */
export function afterRating(queue: readonly number[], nota: number, returns: ReadonlyMap<number, number>): number[] {
  const [current, ...rest] = queue;
  if (current === undefined) return [];
  const isBack = nota === 1 && (returns.get(current) ?? 0) < MAX_RETURNS;
  return isBack ? [...rest, current] : rest;
}
