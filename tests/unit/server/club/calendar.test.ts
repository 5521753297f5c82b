import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shiftDay } from '../../../../src/lib/rules/time/days.ts';
import {
  birthdaysOn,
  expiryOf,
  monthsUntil,
  periodEnd,
  periodStart,
  startOfDay,
} from '../../../../src/server/club/calendar.ts';

it.each([
  ['dia', '2026-02-28', '2026-02-28', '2026-03-01'],
  ['semana', '2026-03-01', '2026-02-23', '2026-03-02'],
  ['semana', '2026-03-02', '2026-03-02', '2026-03-09'],
  ['mes', '2026-12-31', '2026-12-01', '2027-01-01'],
  ['ano', '2026-12-31', '2026-01-01', '2027-01-01'],
  ['sempre', '2026-12-31', null, null],
] as const)('the period “%s” of %s begins on %s and ends before %s', (periodo, day, start, end) => {
  expect([periodStart(periodo, day), periodEnd(periodo, day)]).toEqual([start, end]);
});

it.each([
  ['2026-05-13', 365, '2027-05-31'],
  ['2027-02-10', 18, '2027-02-28'],
  ['2028-02-10', 18, '2028-02-29'],
  ['2026-05-31', 1, '2026-06-30'],
])('points of %s that are valid for %s days expire after %s', (day, days, last) => {
  expect(expiryOf(day, days)).toBe(last);
});

it('points without a limit do not expire', () => {
  expect(expiryOf('2026-05-13', null)).toBeNull();
});

it('points are valid at least for the days of their rule, and at most a month longer', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 3650 }), (date, life) => {
      const day = date.toISOString().slice(0, 10);
      const last = expiryOf(day, life) ?? '';
      expect(last >= shiftDay(day, life)).toBe(true);
      expect(last < shiftDay(day, life + 31)).toBe(true);
    }),
  );
});

it('a day begins at midnight in the school’s zone', () => {
  expect(startOfDay('2026-03-01', 'America/Sao_Paulo')).toBe('2026-03-01T03:00:00.000Z');
  expect(startOfDay('2026-03-01', 'America/Manaus')).toBe('2026-03-01T04:00:00.000Z');
});

it('the last months end with the month of the day', () => {
  expect(monthsUntil('2026-01-15', 3)).toEqual(['2025-11', '2025-12', '2026-01']);
});

it.each([
  ['2027-02-28', ['02-28', '02-29']],
  ['2028-02-28', ['02-28']],
  ['2028-02-29', ['02-29']],
])('birthdays that are celebrated on %s', (day, stored) => {
  expect(birthdaysOn(day)).toEqual(stored);
});
