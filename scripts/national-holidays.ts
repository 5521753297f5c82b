import Holidays from 'date-holidays';

/**
 * Days of a year, `MM-DD`, on which schools and banks are closed in all of Brazil: national holidays, Monday and Tuesday
 * of carnival, Good Friday and Corpus Christi.
 */
export function nationalHolidaysOf(year: number): string[] {
  const days = new Holidays('BR', { types: ['public', 'bank'] }).getHolidays(year).map(({ date }) => date.slice(5, 10));
  return [...new Set(days)].sort();
}
