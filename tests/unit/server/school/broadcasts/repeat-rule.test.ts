import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { dayIn } from '../../../../../src/lib/rules/time/zones.ts';
import { nextTime } from '../../../../../src/server/school/broadcasts/start-broadcasts.ts';

const zone = 'America/Sao_Paulo';
const rule = (first: string, repeat: 'diaria' | 'semanal' | 'mensal', until: string | null = null, where = zone) => ({
  first: new Date(first),
  repeat,
  until,
  zone: where,
});

it.each([
  ['the next day', rule('2026-03-10T11:00:00Z', 'diaria'), '2026-03-10T11:00:00Z', '2026-03-11T11:00:00.000Z'],
  ['the next week', rule('2026-03-10T11:00:00Z', 'semanal'), '2026-03-10T11:00:01Z', '2026-03-17T11:00:00.000Z'],
  ['the last of February', rule('2026-01-31T11:00:00Z', 'mensal'), '2026-01-31T11:00:00Z', '2026-02-28T11:00:00.000Z'],
  ['the 31st again', rule('2026-01-31T11:00:00Z', 'mensal'), '2026-02-28T11:00:00Z', '2026-03-31T11:00:00.000Z'],
  ['a leap day', rule('2028-01-31T11:00:00Z', 'mensal'), '2028-02-01T11:00:00Z', '2028-02-29T11:00:00.000Z'],
  ['after a long pause', rule('2026-01-31T11:00:00Z', 'mensal'), '2031-06-30T11:00:00Z', '2031-07-31T11:00:00.000Z'],
  ['a missed time at once', rule('2026-03-10T11:00:00Z', 'diaria'), '2026-03-15T10:59:00Z', '2026-03-15T11:00:00.000Z'],
  [
    'the same clock when clocks go forward',
    rule('2026-03-06T13:00:00Z', 'semanal', null, 'America/New_York'),
    '2026-03-06T13:00:00Z',
    '2026-03-13T12:00:00.000Z',
  ],
  [
    'the day of the school, not of UTC',
    rule('2026-02-01T01:00:00Z', 'mensal'),
    '2026-02-01T01:00:00Z',
    '2026-03-01T01:00:00.000Z',
  ],
])('%s', (_name, given, after, next) => {
  expect(nextTime(given, new Date(after))?.toISOString()).toBe(next);
});

it('a repeated broadcast ends after its last day in the zone of the school', () => {
  const daily = rule('2026-03-10T23:30:00Z', 'diaria', '2026-03-12');
  expect(nextTime(daily, new Date('2026-03-11T23:30:00Z'))?.toISOString()).toBe('2026-03-12T23:30:00.000Z');
  expect(nextTime(daily, new Date('2026-03-12T23:30:00Z'))).toBeNull();
});

it('the next time of a repeated broadcast keeps the hour and the weekday of the first', () => {
  const clockOf = (at: Date) => new Intl.DateTimeFormat('en', { timeZone: zone, timeStyle: 'short' }).format(at);
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      fc.constantFrom('diaria' as const, 'semanal' as const, 'mensal' as const),
      fc.integer({ min: 0, max: 3000 }),
      (first, repeat, days) => {
        const after = new Date(first.getTime() + days * 86_400_000);
        const next = nextTime({ first, repeat, until: null, zone }, after) as Date;
        expect(next > after).toBe(true);
        expect(next.getTime() - after.getTime()).toBeLessThanOrEqual(31 * 86_400_000 + 3_600_000);
        expect(clockOf(next)).toBe(clockOf(first));
        if (repeat === 'mensal')
          expect(Number(dayIn(zone, next).slice(8))).toBeLessThanOrEqual(Number(dayIn(zone, first).slice(8)));
        if (repeat === 'semanal')
          expect(new Date(dayIn(zone, next)).getUTCDay()).toBe(new Date(dayIn(zone, first)).getUTCDay());
      },
    ),
  );
});

it('the times of a repeated broadcast agree with Temporal, also across clock changes', () => {
  const units = { diaria: 'days', semanal: 'weeks', mensal: 'months' } as const;
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      fc.constantFrom('diaria' as const, 'semanal' as const, 'mensal' as const),
      fc.constantFrom('America/New_York', 'Europe/Berlin', zone),
      fc.integer({ min: 1, max: 40 }),
      (first, repeat, where, count) => {
        const start = Temporal.Instant.fromEpochMilliseconds(first.getTime()).toZonedDateTimeISO(where);
        const timeOf = (n: number) => start.add({ [units[repeat]]: n }).epochMilliseconds;
        const next = nextTime({ first, repeat, until: null, zone: where }, new Date(timeOf(count) - 1));
        expect(next?.getTime()).toBe(timeOf(count));
      },
    ),
  );
});
