import fc from 'fast-check';
import { expect, it } from 'vitest';
import { campaignStatus, readAt, ticketWindow } from '../../../../../src/server/school/travel/events.ts';

const timezone = 'America/Sao_Paulo';
const feast = { inicio: '2026-11-01', fim: '2026-12-10', evento_em: '2026-12-12T22:00:00.000Z', timezone };

it('TRAVEL-04 a ticket is valid on the day of the event, until the next morning', () => {
  // 19:00 at the school; its day begins and ends three hours after that of UTC.
  expect(ticketWindow(feast)).toEqual({ from: '2026-12-12T03:00:00.000Z', until: '2026-12-13T09:00:00.000Z' });
  // After midnight in UTC it is still the same evening there.
  expect(ticketWindow({ ...feast, evento_em: '2026-12-13T01:30:00.000Z' }).from).toBe('2026-12-12T03:00:00.000Z');
});

it('TRAVEL-04 for an event soon after midnight tickets are valid from six hours before', () => {
  // 00:30 at the school.
  expect(ticketWindow({ ...feast, evento_em: '2026-12-13T03:30:00.000Z' })).toEqual({
    from: '2026-12-12T21:30:00.000Z',
    until: '2026-12-14T09:00:00.000Z',
  });
});

it('TRAVEL-04 a ticket without an event date is valid during the enrollment period', () => {
  expect(ticketWindow({ ...feast, evento_em: null })).toEqual({
    from: '2026-11-01T03:00:00.000Z',
    until: '2026-12-11T03:00:00.000Z',
  });
});

it.each([
  ['2026-11-01T02:59:59.000Z', 'em_breve'],
  ['2026-11-01T03:00:00.000Z', 'aberta'],
  ['2026-12-11T02:59:59.000Z', 'aberta'],
  ['2026-12-11T03:00:00.000Z', 'encerrada'],
])('TRAVEL-02 at %s the campaign is %s, by days in the zone of the school', (at, status) => {
  expect(campaignStatus(feast, new Date(at))).toBe(status);
});

it('TRAVEL-02 enrollment closes when the event is over, whatever its last day', () => {
  expect(campaignStatus({ ...feast, fim: '2026-12-31' }, new Date('2026-12-13T09:00:00Z'))).toBe('encerrada');
});

it.each([
  [undefined, '12:00:00'],
  ['2026-12-12T11:30:00.000Z', '11:30:00'],
  // The clock of the device is fast.
  ['2026-12-12T12:04:00.000Z', '12:00:00'],
  ['2026-12-12T13:00:00.000Z', '12:00:00'],
  ['2026-11-12T12:00:00.000Z', '12:00:00'],
  ['nada', '12:00:00'],
])('TRAVEL-04 a scan that a device dates %s is recorded at %s', (claimed, clock) => {
  expect(readAt(new Date('2026-12-12T12:00:00Z'), claimed).toISOString()).toContain(clock);
});

it('TRAVEL-04 a scan is never dated in the future', () => {
  const now = new Date('2026-12-12T12:00:00Z');
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (claimed) => {
      expect(readAt(now, claimed.toISOString()).getTime()).toBeLessThanOrEqual(now.getTime());
    }),
  );
});
