import type { Cartao } from '#lib/contract/practice.schema.ts';
import { shiftDay } from '../time/days.ts';
import { instantIn } from '../time/instants.ts';
import { dayIn } from '../time/zones.ts';

/** A day of study: its start, the start of the next day, and the end of that day. ISO-8601 in UTC. */
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
 * Whether a word is due on a day: by the end of that day, and not answered on it yet. So an answer removes the word from
 * the day, and a word that is forgotten or learned today is due the next day (0195).
 */
export const isPlanned = (card: Pick<Cartao, 'vence_em' | 'ultima_em'>, { start, end }: DaySpan): boolean =>
  card.vence_em < end && (card.ultima_em ?? '') < start;
