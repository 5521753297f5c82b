import { Temporal } from 'temporal-polyfill';
import type { RulePeriod } from '#lib/contract/club.schema.ts';

/** The last day of lots that never expire. It sorts after every other day. */
export const NEVER = '9999-12-31';

/**
 * The first day of the period that contains a day. Weeks begin on Monday.
 *
 * @param day `YYYY-MM-DD`
 * @returns null for a period without a beginning.
 */
export function periodStart(periodo: RulePeriod, day: string): string | null {
  switch (periodo) {
    case 'dia':
      return day;
    case 'semana': {
      const date = Temporal.PlainDate.from(day);
      return date.subtract({ days: date.dayOfWeek - 1 }).toString();
    }
    case 'mes':
      return `${day.slice(0, 7)}-01`;
    case 'ano':
      return `${day.slice(0, 4)}-01-01`;
    case 'sempre':
      return null;
  }
}

/**
 * The last day on which points count: the end of the month in which they expire. So one warning covers all points of a
 * month.
 *
 * @param day the day of earning, `YYYY-MM-DD`.
 */
export function expiryOf(day: string, validDays: number | null): string | null {
  if (validDays === null) return null;
  const last = Temporal.PlainDate.from(day).add({ days: validDays });
  return last.with({ day: last.daysInMonth }).toString();
}

/** @param day `YYYY-MM-DD` */
export const shiftDay = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** The first instant of a day of the school, ISO-8601 UTC. @param day `YYYY-MM-DD` */
export const startOfDay = (day: string, timeZone: string): string =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds).toISOString();

/** The last `count` months up to the month of `day`, the oldest first, `YYYY-MM`. */
export function monthsUntil(day: string, count: number): string[] {
  const last = Temporal.PlainYearMonth.from(day.slice(0, 7));
  return Array.from({ length: count }, (_, index) => last.subtract({ months: count - 1 - index }).toString());
}

/** Birthdays on a day, `MM-DD`. In other years 28 February also has those of 29 February. */
export function birthdaysOn(day: string): string[] {
  const date = Temporal.PlainDate.from(day);
  const own = day.slice(5);
  return own === '02-28' && !date.inLeapYear ? [own, '02-29'] : [own];
}
