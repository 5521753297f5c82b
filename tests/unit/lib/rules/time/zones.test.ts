import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { shiftDay } from '../../../../../src/lib/rules/time/days.ts';
import { aheadOfUtc, instantAt, instantIn } from '../../../../../src/lib/rules/time/instants.ts';
import { clockIn, dayIn, wallAt, zoneOr } from '../../../../../src/lib/rules/time/zones.ts';

it.each([
  ['2026-11-25', '10:30', 'America/Sao_Paulo', '2026-11-25T13:30:00.000Z'],
  ['2026-11-25', '10:30', 'America/Manaus', '2026-11-25T14:30:00.000Z'],
  ['2026-01-01', '00:00', 'Asia/Tokyo', '2025-12-31T15:00:00.000Z'],
  // Clocks skip from 02:00 to 03:00, so half past two becomes half past three.
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29', '03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
])('MANAGER-04: %s %s in %s is %s', (day, clock, zone, instant) => {
  expect(instantAt(day, clock, zone)).toBe(instant);
});

it.each([
  ['', '10:00'],
  ['2026-02-30', '10:00'],
  ['2026-02-28', '24:00'],
  ['2026-02-28', ''],
  ['28/02/2026', '10:00'],
])('%j %j is refused as a time', (day, clock) => {
  expect(instantAt(day, clock, 'America/Sao_Paulo')).toBeNull();
});

it('a time field shows the chosen time for every hour that clocks do not skip', () => {
  const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
  const zones = fc.constantFrom('America/Sao_Paulo', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata');
  fc.assert(
    fc.property(minutes, zones, (minute, zone) => {
      const { day, clock } = wallAt(new Date(minute * 60_000).toISOString(), zone);
      const found = instantAt(day, clock, zone);
      expect(found && wallAt(found, zone)).toEqual({ day, clock });
    }),
  );
});

const zones = fc.constantFrom(
  'America/Sao_Paulo',
  'America/New_York',
  'America/Havana',
  'Pacific/Auckland',
  'Asia/Amman',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
);
/** From when Brazil still changed its clocks, at midnight. */
const instants = fc.date({ min: new Date('2015-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

it('day and time give the instant that another implementation gives, also across clock changes', () => {
  fc.assert(
    fc.property(instants, zones, (at, zone) => {
      const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
      const plain = zoned.toPlainDateTime().round({ smallestUnit: 'minute', roundingMode: 'floor' });
      const clock = plain.toPlainTime().toString({ smallestUnit: 'minute' });
      const { epochMilliseconds } = plain.toZonedDateTime(zone);
      expect(instantIn(zone, plain.toPlainDate().toString(), clock)).toBe(new Date(epochMilliseconds).toISOString());
      expect(aheadOfUtc(zone, at)).toBe(zoned.offsetNanoseconds / 1e6);
      expect(clockIn(zone, at)).toBe(clock);
    }),
    { numRuns: 500 },
  );
});

it('each hour of nights with a clock change gives the instant that another implementation gives', () => {
  const nights = [
    ['America/Sao_Paulo', '2018-02-17'],
    ['America/Sao_Paulo', '2018-11-03'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['America/Havana', '2026-11-01'],
    ['Asia/Amman', '2021-10-29'],
    ['Australia/Lord_Howe', '2026-04-05'],
  ] as const;
  for (const [zone, night] of nights) {
    for (let minutes = 0; minutes < 36 * 60; minutes += 15) {
      const plain = Temporal.PlainDateTime.from(night).add({ minutes });
      const [day = '', clock = ''] = plain.toString({ smallestUnit: 'minute' }).split('T');
      const { epochMilliseconds } = plain.toZonedDateTime(zone);
      expect(instantIn(zone, day, clock), `${zone} ${day} ${clock}`).toBe(new Date(epochMilliseconds).toISOString());
    }
  }
});

it('VALID-03: an instant has its day in a zone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.constantFrom('America/Sao_Paulo', 'UTC', 'Asia/Kathmandu', 'America/Noronha', 'Pacific/Kiritimati'),
      (ms, timeZone) => {
        const oracle = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
        expect(dayIn(timeZone, new Date(ms))).toBe(oracle.toString());
      },
    ),
  );
});

it('a zone unknown to the runtime is ignored', () => {
  expect(zoneOr('Brasil/Campinas', 'America/Manaus')).toBe('America/Manaus');
  expect(zoneOr('Brasil/Campinas', 'America/Manaus')).toBe('America/Manaus');
  expect(zoneOr('America/Recife', 'America/Manaus')).toBe('America/Recife');
});

it.each(['0000-01-01', '0001-01-01', '0099-12-31', '1899-12-31', '1900-01-01', '9000-01-01', '9999-12-31'])(
  'a zone bears the day %s, and the day after it',
  (day) => {
    for (const zone of ['America/Sao_Paulo', 'Pacific/Kiritimati']) {
      for (const each of [day, shiftDay(day, 1)]) {
        const off = Date.parse(instantIn(zone, each, '00:00')) - Date.parse(`${each}T00:00:00Z`);
        expect(Math.abs(off)).toBeLessThanOrEqual(14 * 3_600_000);
      }
    }
  },
);

it.each([
  ['0000-06-01T12:00:00Z', '0000-06-01'],
  ['0099-05-05T12:00:00Z', '0099-05-05'],
  ['0999-12-31T12:00:00Z', '0999-12-31'],
  ['9999-12-31T23:59:59Z', '9999-12-31'],
])('the day of %s can be read back', (instant, day) => {
  expect(dayIn('America/Sao_Paulo', new Date(instant))).toBe(day);
  expect(shiftDay(dayIn('Pacific/Kiritimati', new Date(instant)), 1)).toMatch(/-\d\d-\d\d$/);
});

it('any instant accepted by a call has a day, and that day a first instant', () => {
  const any = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
  fc.assert(
    fc.property(any, zones, (at, zone) => {
      const day = dayIn(zone, at);
      const morning = instantIn(zone, shiftDay(day, 1), '06:00');
      expect(Math.abs(Date.parse(morning) - at.getTime())).toBeLessThan(3 * 86_400_000);
    }),
    { numRuns: 1_000 },
  );
});

it('instants of one minute are shown alike, and those of the next minute differ', () => {
  const shown = (text: string) => clockIn('America/Sao_Paulo', new Date(text));
  expect([shown('2026-11-25T13:30:00.000Z'), shown('2026-11-25T13:30:59.999Z')]).toEqual(['10:30', '10:30']);
  expect(shown('2026-11-25T13:31:00.000Z')).toBe('10:31');
  expect(dayIn('America/Sao_Paulo', new Date('2026-11-26T02:59:59.999Z'))).toBe('2026-11-25');
  expect(dayIn('America/Sao_Paulo', new Date('2026-11-26T03:00:00.000Z'))).toBe('2026-11-26');
});
