import { DAY_MS } from '#lib/rules/time/spans.ts';
import { bankHolidays } from './bank-holidays.ts';

/** A day, `YYYY-MM-DD`, some days on. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Whether banks work on a day: no Saturday, no Sunday, no national bank holiday. */
export function isBankDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !bankHolidays[Number(day.slice(0, 4))]?.includes(day.slice(5));
}

/** The first day from this one on, itself included, on which banks work. */
export const bankDayFrom = (day: string): string => (isBankDay(day) ? day : bankDayFrom(shiftDay(day, 1)));

/** The last day before this one on which banks work: what fell due by then is late. */
export function bankDayBefore(day: string): string {
  const before = shiftDay(day, -1);
  return isBankDay(before) ? before : bankDayBefore(before);
}
