import type { AbsenceStatus } from '#lib/contract/absences.schema.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';

/** How far ahead an absence can be told of, and a replacement be booked. */
export const AHEAD_MS = 30 * DAY_MS;
/** A missed lesson is replaced while the class still remembers it. */
export const REPLACED_WITHIN_MS = 60 * DAY_MS;
/** The teacher has to know who comes. */
export const BOOKED_BEFORE_MS = 2 * HOUR_MS;

export interface MissedFacts {
  presence: 'presente' | 'falta' | 'justificada' | 'reposta' | null;
  report: 'avisada' | 'justificada' | 'nao_aceita' | null;
  replacement: 'marcada' | 'cancelada' | 'feita' | 'faltou' | null;
}

/** What a lesson counts as; null where nothing is known against the student, and nothing is left to give back. */
export function absenceStatus({ presence, report, replacement }: MissedFacts): AbsenceStatus | null {
  if (presence === 'presente') return replacement === 'marcada' ? 'presente' : null;
  if (presence === 'reposta' || replacement === 'feita') return 'reposta';
  if (presence === 'justificada') return 'justificada';
  return report ?? presence;
}

/**
 * Whether a missed lesson may be replaced: once, within sixty days. Who missed the replacement too has had it.
 *
 * @param end of the missed lesson
 */
export function mayReplace(facts: MissedFacts, end: Date, now: Date): boolean {
  const status = absenceStatus(facts);
  if (status === null || status === 'reposta' || status === 'presente') return false;
  if (facts.replacement !== null && facts.replacement !== 'cancelada') return false;
  return now.getTime() - end.getTime() <= REPLACED_WITHIN_MS;
}

/** Whether a lesson is soon enough, and late enough, for somebody else to join it. */
export function isBookable(start: Date, now: Date): boolean {
  const ahead = start.getTime() - now.getTime();
  return ahead >= BOOKED_BEFORE_MS && ahead <= AHEAD_MS;
}

/** Whether two lessons are held at the same time. */
export const isClash = (one: { inicio: string; fim: string }, other: { inicio: string; fim: string }): boolean =>
  one.inicio < other.fim && other.inicio < one.fim;
