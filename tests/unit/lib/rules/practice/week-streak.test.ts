import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { studiedOn, weeksInARow } from '../../../../../src/lib/rules/practice/week-streak.ts';
import { shiftDay } from '../../../../../src/lib/rules/time/days.ts';

const semana = '2026-11-16';
/** The first `count` days of the week that began `weeksAgo` weeks before this one. */
const daysOf = (weeksAgo: number, count: number) =>
  Array.from({ length: count }, (_, day) => shiftDay(semana, day - 7 * weeksAgo));

describe('weeks in a row', () => {
  it.each([
    ['no day at all', [], 0],
    ['this week alone', daysOf(0, 3), 1],
    ['a running week below the goal breaks nothing', [...daysOf(0, 1), ...daysOf(1, 3), ...daysOf(2, 7)], 2],
    ['a week below the goal ends the row', [...daysOf(0, 3), ...daysOf(1, 2), ...daysOf(2, 3)], 1],
  ])('%s', (_, days, weeks) => {
    expect(weeksInARow(days, { semana, meta: 3 })).toBe(weeks);
  });

  it('do not shrink with another day of study, and do not depend on the order of days', () => {
    const ago = fc.uniqueArray(fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(ago, fc.integer({ min: 1, max: 7 }), (counts, meta) => {
        const days = counts.map((count) => shiftDay(semana, 6 - count));
        const weeks = weeksInARow(days, { semana, meta });
        expect(weeksInARow(days.toReversed(), { semana, meta })).toBe(weeks);
        expect(weeksInARow([...new Set([...days, semana])], { semana, meta })).toBeGreaterThanOrEqual(weeks);
      }),
    );
  });
});

describe('the week after a practice session', () => {
  const week = { feitos: 2, meta: 3, semana, dias: daysOf(0, 2), semanas_seguidas: 4 };

  it('includes the day, and counts the week when it reaches its goal', () => {
    expect(studiedOn(week, '2026-11-20')).toEqual({
      ...{ feitos: 3, meta: 3, semana, semanas_seguidas: 5 },
      dias: ['2026-11-16', '2026-11-17', '2026-11-20'],
    });
  });

  it('counts a day once, and a week above its goal only once', () => {
    expect(studiedOn(week, '2026-11-17')).toBe(week);
    expect(studiedOn({ ...week, feitos: 3 }, '2026-11-20').semanas_seguidas).toBe(4);
  });
});
