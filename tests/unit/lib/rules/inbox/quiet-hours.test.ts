import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterQuiet, DEFAULT_QUIET } from '../../../../../src/lib/rules/inbox/quiet-hours.ts';
import { instantIn } from '../../../../../src/lib/rules/time/instants.ts';
import { dayIn } from '../../../../../src/lib/rules/time/zones.ts';

const clock = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
const hm = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);

describe('quiet hours', () => {
  it('quiet hours delay a notice at night until eight in the morning, and none by day', () => {
    const zone = 'America/Sao_Paulo';
    const day = new Date('2026-11-20T15:00:00Z');
    expect(afterQuiet(day, DEFAULT_QUIET, zone)).toBe(day);
    expect(afterQuiet(new Date('2026-11-21T00:30:12Z'), DEFAULT_QUIET, zone).toISOString()).toBe(
      '2026-11-21T11:00:00.000Z',
    );
    expect(afterQuiet(new Date('2026-11-21T10:59:59Z'), DEFAULT_QUIET, zone).toISOString()).toBe(
      '2026-11-21T11:00:00.000Z',
    );
  });
  it('quiet hours follow the clock of the zone when it changes at night', () => {
    const spring = afterQuiet(new Date('2026-03-08T03:00:00Z'), DEFAULT_QUIET, 'America/New_York');
    expect(clock(spring, 'America/New_York')).toBe('08:00');
  });
  it.each([
    ['2026-03-08T06:45:00Z', '00:00', '02:30', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08T03:00:00Z', '21:00', '02:15', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08T06:45:00Z', '03:10', '02:30', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08T06:45:00Z', '02:45', '02:30', '2026-03-09T06:30:00.000Z'],
  ])('quiet at %s from %s to %s, which the clock of New York skips, ends at %s', (at, de, ate, next) => {
    expect(afterQuiet(new Date(at), { de, ate }, 'America/New_York').toISOString()).toBe(next);
  });
  it('quiet hours never end at an earlier or a quiet instant, in any zone', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        hm,
        hm,
        fc.constantFrom('America/Sao_Paulo', 'America/Manaus', 'America/New_York', 'Asia/Kolkata', 'UTC'),
        (at, de, ate, zone) => {
          const next = afterQuiet(at, { de, ate }, zone);
          expect(next.getTime()).toBeGreaterThanOrEqual(at.getTime());
          expect(afterQuiet(next, { de, ate }, zone)).toBe(next);
          if (next === at) return;
          expect(de).not.toBe(ate);
          const minuteBefore = new Date(next.getTime() - 60_000);
          expect(afterQuiet(minuteBefore, { de, ate }, zone)).toEqual(next);
          const isSkipped = clock(new Date(instantIn(zone, dayIn(zone, next), ate)), zone) !== ate;
          if (!isSkipped) expect(clock(next, zone)).toBe(ate);
        },
      ),
    );
  });
});
