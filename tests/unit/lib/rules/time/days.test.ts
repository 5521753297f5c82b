import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import {
  addMonths,
  daysUntil,
  endOfMonth,
  isDay,
  mondayOf,
  shiftDay,
  weekdayOf,
} from '../../../../../src/lib/rules/time/days.ts';

/** Days by an implementation that is not ours. */
const days = fc
  .integer({ min: -30_000, max: 60_000 })
  .map((count) => Temporal.PlainDate.from('1970-01-01').add({ days: count }));

it('VALID-03: the calendar rule adds months as the calendar does', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -600, max: 600 }), (day, months) => {
      expect(addMonths(day.toString(), months)).toBe(day.add({ months }).toString());
    }),
  );
});

it('shifting days and counting the days between agree with the calendar', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -5_000, max: 5_000 }), (day, count) => {
      const other = day.add({ days: count });
      expect(shiftDay(day.toString(), count)).toBe(other.toString());
      expect(daysUntil(day.toString(), other.toString())).toBe(count);
    }),
  );
});

it.each(['0000-01-01', '9999-12-31'])('days after %s, at the limits of the calendar, are counted', (day) => {
  const plain = Temporal.PlainDate.from(day);
  expect(shiftDay(day, 1)).toBe(plain.add({ days: 1 }).toString());
  expect(shiftDay(day, 5)).toBe(plain.add({ days: 5 }).toString());
});

it('a day knows its weekday, its week and the end of its month', () => {
  fc.assert(
    fc.property(days, (day) => {
      expect(weekdayOf(day.toString())).toBe(day.dayOfWeek % 7);
      expect(mondayOf(day.toString())).toBe(day.subtract({ days: day.dayOfWeek - 1 }).toString());
      expect(endOfMonth(day.toString())).toBe(day.with({ day: day.daysInMonth }).toString());
    }),
  );
});

it.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-01-01T00:00', false],
  ['', false],
])('%j is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
