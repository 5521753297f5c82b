import { shiftDay, weekdayOf } from './days.ts';
import { nationalHolidays } from './national-holidays.ts';

/**
 * Holidays of each state by its laws, `MM-DD`, in addition to the national ones. Days off for public servants are no bank
 * holidays. ES also has a day that depends on Easter. A holiday that a state or a town moves for a year is a closed day
 * of the unit.
 */
export const stateHolidays: Readonly<Record<string, readonly string[]>> = {
  // Leis 3.137/2016, 1.538/2004, 1.411/2001, 14/1964, 243/1968 and 57/1965.
  AC: ['01-20', '01-23', '03-08', '06-15', '09-05', '11-17'],
  // Leis 5.508/1993, 5.509/1993 and 9.358/2024.
  AL: ['06-24', '06-29', '09-16'],
  // Lei 25/1977.
  AM: ['09-05'],
  // Lei 667/2002; Constituição do Estado, art. 355.
  AP: ['03-19', '09-13'],
  // Constituição do Estado, art. 6º, § 3º.
  BA: ['07-02'],
  // Constituição do Estado, art. 18 (Emenda 73/2011).
  CE: ['03-25'],
  // Lei distrital 963/1995.
  DF: ['11-30'],
  // Lei 11.010/2019 names the Monday eight days after Easter alone.
  ES: [],
  // Lei 20.756/2020, art. 269.
  GO: ['07-26'],
  // Lei 2.457/1964.
  MA: ['07-28'],
  // Constituição do Estado, art. 256: 21 April, a national holiday.
  MG: [],
  // Lei 10/1979.
  MS: ['10-11'],
  // Lei 7.879/2002: 20 November, a national holiday since 2024.
  MT: [],
  // Lei 5.999/1996.
  PA: ['08-15'],
  // Lei 10.601/2015.
  PB: ['08-05'],
  // Lei 16.059/2017.
  PE: ['03-06'],
  // Lei 176/1937.
  PI: ['10-19'],
  // None: Lei 18.384/2014 left 19 December to each office.
  PR: [],
  // Lei 5.198/2008.
  RJ: ['04-23'],
  // Lei 8.913/2006.
  RN: ['10-03'],
  // Lei 2.291/2010. The Supreme Court struck 18 June (ADI 3.940).
  RO: ['01-04'],
  // Constituição do Estado, art. 9º.
  RR: ['10-05'],
  // Constituição do Estado, art. 6º.
  RS: ['09-20'],
  // None on a weekday: Lei 12.906/2004 moves 11 August and 25 November to the next Sunday.
  SC: [],
  // Constituição do Estado, art. 269.
  SE: ['07-08'],
  // Lei 9.497/1997.
  SP: ['07-09'],
  // Leis 960/1998, 627/1993 and 98/1989.
  TO: ['03-18', '09-08', '10-05'],
};

/** Nossa Senhora da Penha, ten days after Good Friday: the first Friday of the table from 20 March to 23 April. */
function isPenha(day: string): boolean {
  const year = day.slice(0, 4);
  const friday = nationalHolidays[Number(year)]
    ?.split(' ')
    .find((each) => each >= '03-20' && each <= '04-23' && weekdayOf(`${year}-${each}`) === 5);
  return friday !== undefined && shiftDay(`${year}-${friday}`, 10) === day;
}

/** Whether a day is a holiday in all of a state. @param uf two letters */
export const isStateHoliday = (uf: string, day: string): boolean =>
  (stateHolidays[uf]?.includes(day.slice(5)) ?? false) || (uf === 'ES' && isPenha(day));
