import { nationalHolidays } from './national-holidays.ts';

/** Whether schools and banks are closed on a day in all of Brazil. */
export const isNationalHoliday = (day: string): boolean =>
  nationalHolidays[Number(day.slice(0, 4))]?.includes(day.slice(5)) ?? false;
