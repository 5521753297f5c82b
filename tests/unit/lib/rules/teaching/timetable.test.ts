import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closedDaysOf,
  hasOverlap,
  type LessonTime,
  lessonTimes,
  MAX_LESSONS,
  relay,
} from '../../../../../src/lib/rules/teaching/timetable.ts';
import { isNationalHoliday } from '../../../../../src/lib/rules/time/holidays.ts';

const plan = {
  inicio: '2026-09-01',
  fim: '2026-09-15',
  horarios: [
    { dia_semana: 4, inicio: '19:00', fim: '20:30' },
    { dia_semana: 1, inicio: '08:00', fim: '09:00' },
  ],
  timeZone: 'America/Sao_Paulo',
  isClosed: isNationalHoliday,
};

describe('the lessons of a timetable', () => {
  it('fall on its weekdays in order, and not on holidays', () => {
    expect(lessonTimes(plan).map(({ inicio }) => inicio)).toEqual([
      '2026-09-03T22:00:00.000Z',
      '2026-09-10T22:00:00.000Z',
      '2026-09-14T11:00:00.000Z',
    ]);
    expect(closedDaysOf(plan)).toEqual(['2026-09-07']);
  });

  it('have the local time of the unit’s zone', () => {
    const [first] = lessonTimes({ ...plan, timeZone: 'America/Manaus' });
    expect(first?.inicio).toBe('2026-09-03T23:00:00.000Z');
  });

  it('are cut off beyond the maximum number', () => {
    const daily = Array.from({ length: 7 }, (_, dia_semana) => ({ dia_semana, inicio: '08:00', fim: '09:00' }));
    expect(lessonTimes({ ...plan, fim: '2036-09-01', horarios: daily })).toHaveLength(MAX_LESSONS + 1);
  });

  it.each([
    [[1, '08:00', '09:00'], [1, '09:00', '10:00'], false],
    [[1, '08:00', '09:01'], [1, '09:00', '10:00'], true],
    [[1, '08:00', '12:00'], [2, '09:00', '10:00'], false],
  ] as const)('%j and %j overlap: %s', (a, b, expected) => {
    const slot = ([dia_semana, inicio, fim]: readonly [number, string, string]) => ({ dia_semana, inicio, fim });
    expect(hasOverlap([slot(a), slot(b)])).toBe(expected);
  });
});

describe('a new timetable', () => {
  const hour = (n: number): LessonTime => {
    const at = Date.parse('2026-09-01T10:00:00Z') + n * 3_600_000;
    return { inicio: new Date(at).toISOString(), fim: new Date(at + 3_000_000).toISOString() };
  };
  const hours = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 })
    .map((list) => list.toSorted((a, b) => a - b).map(hour));

  it('keeps lessons whose hour stays, uses each new hour once, and accounts for every lesson', () => {
    fc.assert(
      fc.property(hours, hours, (before, wanted) => {
        const coming = before.map((time, index) => ({ id: index + 1, ...time }));
        const { moved, added, dropped } = relay(coming, wanted);
        const gone = new Set([...moved, ...dropped].map(({ id }) => id));
        const stored = coming.filter(({ id }) => !gone.has(id));
        const after = [...stored, ...moved.map(({ to }) => to), ...added].map(({ inicio }) => inicio);
        expect(after.toSorted()).toEqual(wanted.map(({ inicio }) => inicio));
        for (const { inicio } of stored) expect(wanted.map((time) => time.inicio)).toContain(inicio);
        for (const { from } of moved) expect(wanted.map((time) => time.inicio)).not.toContain(from.inicio);
        expect(stored.length + moved.length + dropped.length).toBe(coming.length);
        expect(added.length === 0 || dropped.length === 0).toBe(true);
        const order = moved.map(({ to }) => to.inicio);
        expect(order).toEqual(order.toSorted());
      }),
    );
  });
});
