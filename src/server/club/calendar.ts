import type { RulePeriod } from '#lib/contract/club.schema.ts';
import { addMonths, endOfMonth, mondayOf, shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';

/** The last day of lots that never expire. It sorts after every other day. */
export const NEVER = '9999-12-31';

/**
 * The first day of the period that contains a day. Weeks begin on Monday.
 *
 * @param day `YYYY-MM-DD`
 * @returns null for a period without a start.
 */
export function periodStart(periodo: RulePeriod, day: string): string | null {
  switch (periodo) {
    case 'dia':
      return day;
    case 'semana':
      return mondayOf(day);
    case 'mes':
      return `${day.slice(0, 7)}-01`;
    case 'ano':
      return `${day.slice(0, 4)}-01-01`;
    case 'sempre':
      return null;
  }
}

/** The first day after the period that contains a day. @returns null for a period without an end */
export function periodEnd(periodo: RulePeriod, day: string): string | null {
  const start = periodStart(periodo, day);
  if (start === null) return null;
  if (periodo === 'dia') return shiftDay(start, 1);
  return periodo === 'semana' ? shiftDay(start, 7) : addMonths(start, periodo === 'ano' ? 12 : 1);
}

/**
 * The last day of validity: the end of the month in which the points expire. So one warning covers all points of a month.
 *
 * @param day the day of earning, `YYYY-MM-DD`.
 */
export function expiryOf(day: string, validDays: number | null): string | null {
  return validDays === null ? null : endOfMonth(shiftDay(day, validDays));
}

/** The first instant of a day of the school, ISO-8601 UTC. @param day `YYYY-MM-DD` */
export const startOfDay = (day: string, timeZone: string): string => instantIn(timeZone, day, '00:00');

/** The last `count` months up to the month of `day`, the oldest first, `YYYY-MM`. */
export const monthsUntil = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(day, index + 1 - count).slice(0, 7));

/** Birthdays on a day, `MM-DD`. In a year without 29 February its birthdays count on 28 February. */
export function birthdaysOn(day: string): string[] {
  const own = day.slice(5);
  return own === '02-28' && endOfMonth(day) === day ? [own, '02-29'] : [own];
}
