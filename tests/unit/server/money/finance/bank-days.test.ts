import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shiftDay, weekdayOf } from '../../../../../src/lib/rules/time/days.ts';
import { nationalHolidays } from '../../../../../src/lib/rules/time/national-holidays.ts';
import { stateHolidays } from '../../../../../src/lib/rules/time/state-holidays.ts';
import {
  type BankCalendar,
  bankDayBefore,
  bankDayFrom,
  isBankDay,
  nationalCalendar,
} from '../../../../../src/server/money/finance/bank-days.ts';

it.each([
  ['2026-11-20', 'a Friday that is a holiday since 2024', '2026-11-23'],
  ['2023-11-20', 'the same day before it was one', '2023-11-20'],
  ['2026-11-21', 'a Saturday', '2026-11-23'],
  ['2026-11-22', 'a Sunday', '2026-11-23'],
  ['2026-11-23', 'a Monday', '2026-11-23'],
  ['2026-02-14', 'the Saturday of carnival, until Ash Wednesday', '2026-02-18'],
  ['2026-04-03', 'Good Friday', '2026-04-06'],
  ['2026-06-04', 'Corpus Christi', '2026-06-05'],
  ['2026-12-25', 'Christmas on a Friday', '2026-12-28'],
  ['2027-01-01', 'New Year on a Friday', '2027-01-04'],
  ['2026-12-24', 'Christmas Eve, when banks work', '2026-12-24'],
  ['2026-12-31', 'the last day of a year', '2026-12-31'],
  ['2026-07-09', 'a holiday of another state', '2026-07-09'],
])('%s, %s: payable until %s', (day, _what, until) => {
  expect(bankDayFrom(day, nationalCalendar)).toBe(until);
});

it.each([
  ['SP', '2026-07-09', 'the state’s own Thursday', '2026-07-10'],
  ['BA', '2026-07-02', 'a Thursday before a bridge that is none', '2026-07-03'],
  ['ES', '2026-04-13', 'the Monday of Penha, eight days after Easter', '2026-04-14'],
  ['ES', '2028-04-24', 'the same where Tiradentes is a Friday too', '2028-04-25'],
  ['RJ', '2027-04-23', 'a Friday', '2027-04-26'],
  ['SC', '2026-08-11', 'a day that its law moves to a Sunday', '2026-08-11'],
  ['PR', '2028-12-19', 'no holiday since 2014', '2028-12-19'],
])('in %s %s, %s: payable until %s', (uf, day, _what, until) => {
  expect(bankDayFrom(day, { uf, holidays: new Set() })).toBe(until);
});

it('holidays of a unit count like the others, also consecutive ones', () => {
  const calendar: BankCalendar = { uf: 'SP', holidays: new Set(['2027-01-25', '2027-01-26']) };
  expect(bankDayFrom('2027-01-23', calendar)).toBe('2027-01-27');
  expect(bankDayBefore('2027-01-27', calendar)).toBe('2027-01-22');
});

it('the table holds all 26 states and the Federal District', () => {
  expect(Object.keys(stateHolidays)).toHaveLength(27);
});

/** Sundays of Easter, by the anonymous Gregorian computus. */
function easterOf(year: number): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  const golden = year % 19;
  const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - shift + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451);
  const days = moon + sunday - 7 * late + 114;
  return `${year}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`;
}

/** Sundays of the first and the last week of October: elections, each second year. */
const october = (year: number) =>
  [1, 2, 3, 4, 5, 6, 7, 25, 26, 27, 28, 29, 30, 31].map((day) => shiftDay(`${year}-10-01`, day - 1));

it('the table holds the legal holidays, those that depend on Easter, and the Sundays of elections', () => {
  for (const [year, days] of Object.entries(nationalHolidays)) {
    const easter = easterOf(Number(year));
    const byEaster = [-48, -47, -2, 60].map((distance) => shiftDay(easter, distance).slice(5));
    const fixed = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
    const elections = Number(year) % 2 === 0 ? october(Number(year)).filter((day) => weekdayOf(day) === 0) : [];
    const since2024 = Number(year) >= 2024 ? ['11-20'] : [];
    const expected = [...fixed, ...since2024, ...byEaster, ...elections.map((day) => day.slice(5))];
    expect([year, days.split(' ')]).toEqual([year, [...new Set(expected)].sort()]);
  }
});

const days = fc.integer({ min: 0, max: 80 * 365 }).map((count) => shiftDay('2016-01-01', count));

it('a due day moves by at most six days, and a bill is overdue once its last bank day has passed', () => {
  fc.assert(
    fc.property(days, days, fc.constantFrom('', ...Object.keys(stateHolidays)), (due, today, uf) => {
      const calendar = { uf, holidays: new Set<string>() };
      const until = bankDayFrom(due, calendar);
      expect(isBankDay(until, calendar)).toBe(true);
      expect(until >= due && until <= shiftDay(due, 6)).toBe(true);
      expect(until < today).toBe(due <= bankDayBefore(today, calendar));
    }),
  );
});
