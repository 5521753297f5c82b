import { shiftDay, weekdayOf } from '#lib/rules/time/days.ts';
import { isNationalHoliday } from '#lib/rules/time/holidays.ts';
import { isStateHoliday } from '#lib/rules/time/state-holidays.ts';

/** The holidays of a unit besides the national ones. */
export interface BankCalendar {
  /** Its state, two letters. */
  uf: string;
  /** The holidays that the school named for it: those of the town, and others (0155). */
  holidays: ReadonlySet<string>;
}

/** The calendar of a bill without a unit. */
export const nationalCalendar: BankCalendar = { uf: '', holidays: new Set() };

/** Whether a day is a banking day of a unit: no Saturday, no Sunday, no holiday of country, state or town. */
export function isBankDay(day: string, { uf, holidays }: BankCalendar): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6) return false;
  return !isNationalHoliday(day) && !isStateHoliday(uf, day) && !holidays.has(day);
}

/** The first banking day from this day on, which may be this day. */
export function bankDayFrom(day: string, calendar: BankCalendar): string {
  let found = day;
  while (!isBankDay(found, calendar)) found = shiftDay(found, 1);
  return found;
}

/** The last banking day before this one. A bill that was due by then is late. */
export function bankDayBefore(day: string, calendar: BankCalendar): string {
  let found = shiftDay(day, -1);
  while (!isBankDay(found, calendar)) found = shiftDay(found, -1);
  return found;
}
