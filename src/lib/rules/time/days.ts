import { DAY_MS } from './spans.ts';

/* Days are `YYYY-MM-DD`: such texts sort like days. They are calculated as midnights in UTC, so no zone shifts them. */

/** Cut at the end, because years after 9999 have more digits. */
const textOf = (at: number) => new Date(at).toISOString().slice(0, -'T00:00:00.000Z'.length);

/** Whether a text is a day of the calendar, which 30 February is not. */
export const isDay = (text: string): boolean =>
  // The engine reads 30 February as 2 March: only a text that comes back unchanged is a day.
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && textOf(Date.parse(text)) === text;

/** The day some days later. */
export const shiftDay = (day: string, days: number): string => textOf(Date.parse(day) + days * DAY_MS);

/** The days from one day to another; negative if the other is earlier. */
export const daysUntil = (day: string, other: string): number => (Date.parse(other) - Date.parse(day)) / DAY_MS;

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay();

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => shiftDay(day, -((weekdayOf(day) + 6) % 7));

/** The last day of the month of a day. */
export const endOfMonth = (day: string): string =>
  textOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));

/** The same day some months later; if the month lacks that day, its last day (31 October + 4 → 28 or 29 February). */
export function addMonths(day: string, months: number): string {
  const first = textOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1));
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  const last = endOfMonth(first);
  return same < last ? same : last;
}
