import type { Palavra } from '#lib/contract/practice.schema.ts';
import { DAY_MS } from '../time/spans.ts';
import { type DaySpan, isPlanned } from './study-day.ts';

/** Time for one word, measured with students who know the buttons. */
const SECONDS_A_WORD = 15;
/** New words at a time: students do not remember more. */
export const MAX_NEW = 8;
/** A word comes back so many times in a practice session before it waits for tomorrow. */
export const MAX_RETURNS = 3;
/** A word that is due sooner is still being learnt: it comes back in the same session. */
export const LASTING_S = DAY_MS / 1000;

export interface PracticeSession {
  /** In the order of the questions: due words first, the longest due before the others. */
  words: Palavra[];
  due: number;
  fresh: number;
  /** At least 1. */
  minutes: number;
}

/** How long so many words take. @returns at least 1 */
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

/** What a word still needs in a practice session: the same steps as those of the server's memory of it. */
export interface Steps {
  /** Good answers in a row; 0: it is done. */
  left: number;
  /** How many after it was forgotten. */
  again: number;
  /** It was known when the session began, and not forgotten since: a hard answer lets it go. */
  isKnown: boolean;
  /** How often it was answered. */
  turns: number;
}

/** The steps of a word as a practice session begins. */
export function stepsOf({ cartao, intervalos_s }: Pick<Palavra, 'cartao' | 'intervalos_s'>): Steps {
  const isKnown = cartao?.estado === 'revisao';
  if (isKnown || cartao?.estado === 'reaprendendo') return { left: 1, again: 1, isKnown, turns: 0 };
  return { left: (intervalos_s?.[2] ?? 0) < LASTING_S ? 2 : 1, again: 2, isKnown, turns: 0 };
}

/** The same after a rating of 1 to 4. */
export function stepsAfter({ left, again, isKnown, turns }: Steps, nota: number): Steps {
  const rest = [again, isKnown ? 0 : left, left - 1, 0][nota - 1] ?? 0;
  return { left: rest, again, isKnown: isKnown && nota > 1, turns: turns + 1 };
}

/** Whether a word comes back in the session. */
export const isBack = ({ left, turns }: Steps): boolean => left > 0 && turns <= MAX_RETURNS;
