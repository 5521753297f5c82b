import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { needsRegistrationUpdate, type Registration } from '../../../../../src/lib/rules/account/registration.ts';

const zone = 'America/Sao_Paulo';
const fields = ['phone', 'cep', 'cpf', 'email', 'full_name', 'street_number', 'street'] as const;
const now = new Date('2026-11-20T15:00:00Z');
const complete: Registration = {
  phone: '19991234567',
  cep: '13010100',
  cpf: '52998224725',
  email: 'aluna@demo.example',
  full_name: 'Ana Souza',
  street_number: '10',
  street: 'Rua das Palmeiras',
  updated_at: '2026-11-01T12:00:00Z',
};
const isStale = (updated_at: string | null | undefined, at: Date, timeZone = zone) =>
  needsRegistrationUpdate({ ...complete, updated_at }, at, timeZone);
/** An hour of a day in a zone, by an implementation that is not ours. */
const instant = (day: Temporal.PlainDate, time: string, timeZone = zone) =>
  new Date(day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds);

describe('VALID-01: an empty field requires an update', () => {
  it.each(
    fields.flatMap((field) => ['', ' ', ' \t\n', '\u00a0', null, undefined].map((value) => [field, value] as const)),
  )('%s %j requires an update', (field, value) => {
    expect(needsRegistrationUpdate({ ...complete, [field]: value }, now, zone)).toBe(true);
  });

  it.each(['0', 'S/N', ' 12 '])('street_number %j counts as filled in', (street_number) => {
    expect(needsRegistrationUpdate({ ...complete, street_number }, now, zone)).toBe(false);
  });

  it('a number sent by another host is read as its digits', () => {
    const sent: Registration = JSON.parse(JSON.stringify({ ...complete, street_number: 0 }));
    expect(needsRegistrationUpdate(sent, now, zone)).toBe(false);
  });
});

describe('VALID-02: a registration that was never confirmed requires an update', () => {
  it.each([null, undefined, '', 'ontem'])('updated_at %j requires an update', (updated_at) => {
    expect(isStale(updated_at, now)).toBe(true);
  });
});

describe('VALID-03: four calendar months', () => {
  it.each([
    ['2025-10-31', '2026-02-27', false],
    ['2025-10-31', '2026-02-28', true],
    ['2023-10-31', '2024-02-28', false],
    ['2023-10-31', '2024-02-29', true],
    ['2026-07-20', '2026-11-19', false],
    ['2026-07-20', '2026-11-20', true],
    ['2025-12-31', '2026-04-29', false],
    ['2025-12-31', '2026-04-30', true],
    ['2024-02-29', '2024-06-28', false],
    ['2024-02-29', '2024-06-29', true],
  ])('confirmed on %s, checked on %s: %s', (updated, today, expected) => {
    expect(isStale(`${updated}T15:00:00Z`, new Date(`${today}T15:00:00Z`))).toBe(expected);
  });

  it('days are compared in the zone of the school, not in UTC: 23:30 in São Paulo is the same day', () => {
    const lateOnThe20th = '2026-07-21T02:30:00Z';
    expect(isStale(lateOnThe20th, new Date('2026-11-20T03:00:00Z'))).toBe(true);
    expect(isStale(lateOnThe20th, new Date('2026-11-20T02:59:59Z'))).toBe(false);
    expect(isStale(lateOnThe20th, new Date('2026-11-20T03:00:00Z'), 'UTC')).toBe(false);
  });

  it('a confirmation in the future is not stale', () => {
    expect(isStale('2027-11-20T15:00:00Z', now)).toBe(false);
  });

  it('a registration becomes stale on the right day, for every day of four years', () => {
    let day = Temporal.PlainDate.from('2023-01-01');
    for (let count = 0; count < 4 * 365 + 1; count += 1) {
      const due = day.add({ months: 4 });
      const updated = instant(day, '23:59:59').toISOString();
      const eve = instant(due.subtract({ days: 1 }), '23:59:59');
      expect(isStale(updated, eve), `${day} on the eve of ${due}`).toBe(false);
      expect(isStale(updated, instant(due, '00:00')), `${day} on ${due}`).toBe(true);
      day = day.add({ days: 1 });
    }
    expect(day.toString()).toBe('2027-01-01');
  });

  it('a stale registration stays stale', () => {
    const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(
        moment,
        moment,
        fc.nat(1e10),
        fc.constantFrom(zone, 'UTC', 'Pacific/Kiritimati'),
        (a, b, later, timeZone) => {
          const updated = new Date(a).toISOString();
          fc.pre(isStale(updated, new Date(b), timeZone));
          expect(isStale(updated, new Date(b + later), timeZone)).toBe(true);
        },
      ),
    );
  });
});

it('VALID-04: otherwise no update is needed', () => {
  expect(needsRegistrationUpdate(complete, now, zone)).toBe(false);
});
