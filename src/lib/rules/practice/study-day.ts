import type { Cartao } from '#lib/contract/practice.schema.ts';
import { shiftDay } from '../time/days.ts';
import { instantIn } from '../time/instants.ts';
import { dayIn } from '../time/zones.ts';

/** A day of study: when it begins, when the next one does, and when that one ends. ISO-8601 in UTC. */
export interface DaySpan {
  start: string;
  end: string;
  nextEnd: string;
}

/** The day of a moment in the student's zone. */
export function dayAround(timeZone: string, now: Date): DaySpan {
  const today = dayIn(timeZone, now);
  const midnight = (days: number) => instantIn(timeZone, shiftDay(today, days), '00:00');
  return { start: midnight(0), end: midnight(1), nextEnd: midnight(2) };
}

/**
 * Whether a day asks a word: it is due by the end of that day, and was last answered before it. So an answer takes the
 * word off the day, and what is forgotten or learnt today comes back with the next one (0195).
 */
export const isPlanned = (card: Pick<Cartao, 'vence_em' | 'ultima_em'>, { start, end }: DaySpan): boolean =>
  card.vence_em < end && (card.ultima_em ?? '') < start;
