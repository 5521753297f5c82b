import { expect, it } from 'vitest';
import { shiftDay } from '../../../../../src/lib/rules/time/days.ts';
import { isNationalHoliday } from '../../../../../src/lib/rules/time/holidays.ts';
import { seedClock } from '../../../../../src/server/operate/seed/clock.ts';
import { demoLessons } from '../../../../../src/server/operate/seed/pedagogico.ts';

const FIRST = '2026-01-01';
const days = Array.from({ length: 52 }, (_, week) => shiftDay(FIRST, week * 7));

it('no demo lesson falls on a national holiday, in any week of the year', () => {
  const lessons = days.flatMap((day) => demoLessons(seedClock(new Date(`${day}T15:00:00Z`), 'America/Sao_Paulo')));
  expect(lessons.length).toBeGreaterThan(52 * 100);
  expect(lessons.filter(({ day }) => isNationalHoliday(day))).toEqual([]);
});
