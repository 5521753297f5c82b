import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nationalHolidaysOf } from '../../../../scripts/national-holidays.ts';
import { shiftDay } from '../../../../src/lib/rules/time/days.ts';
import { nationalHolidays } from '../../../../src/lib/rules/time/national-holidays.ts';
import { bankDayBefore, bankDayFrom, isBankDay } from '../../../../src/server/finance/bank-days.ts';

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
  ['2026-07-09', 'a holiday of one state alone', '2026-07-09'],
])('%s, %s: payable until %s', (day, _what, until) => {
  expect(bankDayFrom(day)).toBe(until);
});

it('the table is what the calendar of holidays says, year by year', () => {
  for (const [year, days] of Object.entries(nationalHolidays)) {
    expect([year, days.split(' ')]).toEqual([year, nationalHolidaysOf(Number(year))]);
  }
});

it('no day moves by more than a long weekend, and what is late today is what was payable by the bank day before', () => {
  const days = fc.integer({ min: 0, max: 80 * 365 }).map((count) => shiftDay('2016-01-01', count));
  fc.assert(
    fc.property(days, days, (due, today) => {
      const until = bankDayFrom(due);
      expect(isBankDay(until)).toBe(true);
      expect(until >= due && until <= shiftDay(due, 5)).toBe(true);
      expect(until < today).toBe(due <= bankDayBefore(today));
    }),
  );
});
