import { ADULT_AGE, hasTurned } from '#lib/rules/account/birth-date.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import type { absenceStatusWords } from '#lib/words/absences.ts';

/** How far ahead a student can report an absence or book a replacement. */
export const AHEAD_MS = 30 * DAY_MS;
/** How long after a missed lesson a make-up lesson may be booked. */
export const REPLACED_WITHIN_MS = 60 * DAY_MS;
/** How long the home page offers a make-up lesson. */
export const OFFERED_MS = 14 * DAY_MS;
/** How long before a lesson bookings close, so that the teacher knows who comes. */
export const BOOKED_BEFORE_MS = 2 * HOUR_MS;

export interface MissedFacts {
  presence: 'presente' | 'falta' | 'justificada' | 'reposta' | null;
  report: 'avisada' | 'justificada' | 'nao_aceita' | null;
  replacement: 'marcada' | 'cancelada' | 'feita' | 'faltou' | null;
}

/**
 * The state of a lesson; null when the student missed nothing and has no replacement to cancel. `avisada` waits for the school;
 * `falta`: recorded by the teacher, without a reason; `presente`: the student attended after all, and still has a place in a
 * replacement.
 */
export function absenceStatus({ presence, report, replacement }: MissedFacts): keyof typeof absenceStatusWords | null {
  if (presence === 'presente') return replacement === 'marcada' ? 'presente' : null;
  if (presence === 'reposta' || replacement === 'feita') return 'reposta';
  if (presence === 'justificada') return 'justificada';
  return report ?? presence;
}

/**
 * Whether a missed lesson may be replaced: once, within sixty days. A missed replacement uses up the chance.
 *
 * @param end the end of the missed lesson
 */
export function mayReplace(facts: MissedFacts, end: Date, now: Date): boolean {
  const status = absenceStatus(facts);
  if (status === null || status === 'reposta' || status === 'presente') return false;
  if (facts.replacement !== null && facts.replacement !== 'cancelada') return false;
  return now.getTime() - end.getTime() <= REPLACED_WITHIN_MS;
}

/** Whether a lesson is close enough, and late enough, for another student to join it. */
export function isBookable(start: Date, now: Date): boolean {
  const ahead = start.getTime() - now.getTime();
  return ahead >= BOOKED_BEFORE_MS && ahead <= AHEAD_MS;
}

/** Whether two lessons overlap. */
export const isClash = (one: { inicio: string; fim: string }, other: { inicio: string; fim: string }): boolean =>
  one.inicio < other.fim && other.inicio < one.fim;

/** How many years of age apart students of one lesson may be while one of them is a minor. */
const AGE_GAP = 3;

/**
 * Whether students fit the age group of a class: both are of age, or within three years of age. A class without known ages
 * accepts everybody, and a student of unknown age fits everywhere.
 *
 * @param births dates of birth, `YYYY-MM-DD`: of the student, or of the own class if that is unknown
 * @param others those of the other class
 */
export function fitsAge(births: readonly string[], others: readonly string[], today: string): boolean {
  if (births.length === 0 || others.length === 0) return true;
  const isAdult = (birth: string) => hasTurned(birth, ADULT_AGE, today);
  const apart = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / YEAR_MS;
  return births.some((one) => others.some((other) => (isAdult(one) && isAdult(other)) || apart(one, other) <= AGE_GAP));
}

const YEAR_MS = 365.25 * DAY_MS;
