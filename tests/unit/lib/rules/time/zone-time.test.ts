import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantAt, wallAt } from '../../../../../src/lib/rules/time/zone-time.ts';

it.each([
  ['2026-11-25', '10:30', 'America/Sao_Paulo', '2026-11-25T13:30:00.000Z'],
  ['2026-11-25', '10:30', 'America/Manaus', '2026-11-25T14:30:00.000Z'],
  ['2026-01-01', '00:00', 'Asia/Tokyo', '2025-12-31T15:00:00.000Z'],
  // Clocks leap from 02:00 to 03:00: half past two is half past three.
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
])('%j %j is no time', (day, clock) => {
  expect(instantAt(day, clock, 'America/Sao_Paulo')).toBeNull();
});

it('a time field shows what was chosen, on every day and hour where clocks do not leap', () => {
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
