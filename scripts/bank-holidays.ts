import Holidays from 'date-holidays';

/**
 * Days of a year, `MM-DD`, from Monday to Friday, on which banks are closed in all of Brazil: national holidays, Monday and
 * Tuesday of carnival, Good Friday and Corpus Christi.
 */
export function bankHolidaysOf(year: number): string[] {
  const days = new Holidays('BR', { types: ['public', 'bank'] }).getHolidays(year).map(({ date }) => date.slice(0, 10));
  const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
  return [...new Set(days)]
    .filter(isWeekday)
    .map((day) => day.slice(5))
    .sort();
}
