import { shiftDay, weekdayOf } from '#lib/rules/time/days.ts';
import { isNationalHoliday } from '#lib/rules/time/holidays.ts';

/** Whether a day is a banking day: no Saturday, no Sunday, no national holiday. */
export function isBankDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !isNationalHoliday(day);
}

/** The first banking day from this day on, which may be this day. */
export const bankDayFrom = (day: string): string => (isBankDay(day) ? day : bankDayFrom(shiftDay(day, 1)));

/** The last banking day before this one. A bill that was due by then is late. */
export function bankDayBefore(day: string): string {
  const before = shiftDay(day, -1);
  return isBankDay(before) ? before : bankDayBefore(before);
}
