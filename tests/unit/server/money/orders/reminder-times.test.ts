import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reminderTimes } from '../../../../../src/server/money/orders/remind-orders.ts';

const zone = 'America/Sao_Paulo';

it.each([
  ['in the afternoon', '2026-03-10T18:00:00.000Z', '2026-03-08T11:00:00.000Z', '2026-03-10T11:00:00.000Z'],
  ['two hours after eight', '2026-03-10T13:00:00.000Z', '2026-03-08T11:00:00.000Z', '2026-03-10T11:00:00.000Z'],
  ['soon after eight', '2026-03-10T12:59:59.000Z', '2026-03-08T11:00:00.000Z', '2026-03-09T11:00:00.000Z'],
  [
    'at night, when UTC has the next day',
    '2026-03-11T02:00:00.000Z',
    '2026-03-08T11:00:00.000Z',
    '2026-03-10T11:00:00.000Z',
  ],
])('a deadline %s', (_when, deadline, fifthDay, lastMorning) => {
  expect(reminderTimes(deadline, zone)).toEqual({ fifthDay, lastMorning });
});

it('both reminders fall at eight within the seven days, in order', () => {
  const deadlines = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  // A zone that skips a whole day, as Samoa did in 2011, has no such morning.
  const zones = fc.constantFrom(zone, 'America/Manaus', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati');
  fc.assert(
    fc.property(deadlines, zones, (deadline, timeZone) => {
      const { fifthDay, lastMorning } = reminderTimes(deadline.toISOString(), timeZone);
      const before = (instant: string) => (deadline.getTime() - Date.parse(instant)) / 3_600_000;
      expect(before(fifthDay)).toBeLessThan(7 * 24);
      expect(before(fifthDay)).toBeGreaterThan(before(lastMorning));
      expect(before(lastMorning)).toBeGreaterThanOrEqual(2);
      const hour = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' });
      expect(hour.format(new Date(lastMorning))).toBe('08');
    }),
  );
});
