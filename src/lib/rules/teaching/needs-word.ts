import type { Reason } from '#lib/words/teaching-grades.ts';
import { LEAST_PRESENCE_PERCENT } from '../pedagogico/mean.ts';
import { daysUntil } from '../time/days.ts';

/** The facts about a student of a class. */
export interface Known {
  /** Per cent of the lessons with recorded attendance, and the number of those lessons. */
  frequencia: number | null;
  aulas: number;
  /** Null: never. */
  ultimaPratica: string | null;
  /** Since when the student can practice: the first day in the class. null: the book has nothing to practice. */
  podePraticarDesde: string | null;
  atrasadas: number;
}

/** With fewer lessons, a missed one says nothing yet. */
const LEAST_LESSONS = 4;
const DAYS_WITHOUT_PRACTICE = 14;
const LATE_WORKS = 2;

/** Why a teacher should talk to a student, the most urgent reason first. @param today of the class */
export function reasonsOf(known: Known, today: string): Reason[] {
  const { frequencia, aulas, ultimaPratica, podePraticarDesde, atrasadas } = known;
  const reasons: Reason[] = [];
  if (frequencia !== null && aulas >= LEAST_LESSONS && frequencia < LEAST_PRESENCE_PERCENT) reasons.push('frequencia');
  if (atrasadas >= LATE_WORKS) reasons.push('atrasos');
  const since = [ultimaPratica, podePraticarDesde]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1);
  if (podePraticarDesde !== null && since && daysUntil(since, today) >= DAYS_WITHOUT_PRACTICE) reasons.push('pratica');
  return reasons;
}
