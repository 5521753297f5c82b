import type { Palavra } from '#lib/contract/practice.schema.ts';
import { DAY_MS } from '../time/spans.ts';
import { type DaySpan, isPlanned } from './study-day.ts';

/** Seconds per word, measured with students who know the buttons. */
const SECONDS_A_WORD = 15;
/** Maximum of new words: students do not remember more. */
export const MAX_NEW = 8;
/** How often a word can return in a practice session before it waits for the next day. */
export const MAX_RETURNS = 3;
/** A word with a shorter interval is still being learned, and returns in the same session. */
export const LASTING_S = DAY_MS / 1000;

export interface PracticeSession {
  /** In the order of the questions: due words first, those due longest at the front. */
  words: Palavra[];
  due: number;
  fresh: number;
  /** At least 1. */
  minutes: number;
}

/** How long this many words take. @returns at least 1 */
export const minutesFor = (words: number): number => Math.max(1, Math.round((words * SECONDS_A_WORD) / 60));

/** The words of a practice session: those of the day's plan, and some new ones. */
export function planPractice(words: readonly Palavra[], day: DaySpan): PracticeSession {
  const due = words
    .filter(({ cartao }) => cartao && isPlanned(cartao, day))
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

/** The remaining steps of a word in a practice session: the same as those of the server’s memory model. */
export interface Steps {
  /** Good answers in a row that are still needed; 0: done. */
  left: number;
  /** How many are needed after it was forgotten. */
  again: number;
  /** It was known at the start of the session, and not forgotten since: a hard answer completes it. */
  isKnown: boolean;
  /** How often it was answered. */
  turns: number;
}

/** The steps of a word at the start of a practice session. */
export function stepsOf({ cartao, intervalos_s }: Pick<Palavra, 'cartao' | 'intervalos_s'>): Steps {
  const isKnown = cartao?.estado === 'revisao';
  if (isKnown || cartao?.estado === 'reaprendendo') return { left: 1, again: 1, isKnown, turns: 0 };
  return { left: (intervalos_s?.[2] ?? 0) < LASTING_S ? 2 : 1, again: 2, isKnown, turns: 0 };
}

/** The steps after a rating of 1 to 4. */
export function stepsAfter({ left, again, isKnown, turns }: Steps, nota: number): Steps {
  const rest = [again, isKnown ? 0 : left, left - 1, 0][nota - 1] ?? 0;
  return { left: rest, again, isKnown: isKnown && nota > 1, turns: turns + 1 };
}

/** Whether a word returns in the session. */
export const isBack = ({ left, turns }: Steps): boolean => left > 0 && turns <= MAX_RETURNS;
