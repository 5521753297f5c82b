import type { AbsenceStatus } from '#lib/contract/absences.schema.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';

/** How far ahead a student can report an absence or book a replacement. */
export const AHEAD_MS = 30 * DAY_MS;
/** A lesson can be replaced while the class still remembers it. */
export const REPLACED_WITHIN_MS = 60 * DAY_MS;
/** The teacher has to know who comes. */
export const BOOKED_BEFORE_MS = 2 * HOUR_MS;

export interface MissedFacts {
  presence: 'presente' | 'falta' | 'justificada' | 'reposta' | null;
  report: 'avisada' | 'justificada' | 'nao_aceita' | null;
  replacement: 'marcada' | 'cancelada' | 'feita' | 'faltou' | null;
}

/** What a lesson counts as; null when the student missed nothing and has no replacement to cancel. */
export function absenceStatus({ presence, report, replacement }: MissedFacts): AbsenceStatus | null {
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
