import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDay,
  formatTime,
  greeting,
  months,
  relativeDay,
  relativeTime,
} from '../../../../src/lib/format/dates.ts';

const zone = 'America/Sao_Paulo';
const now = new Date('2026-11-20T15:00:00Z');

it('CONST-13: twelve months in Portuguese, as the language of the browser names them', () => {
  const { format } = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' });
  expect(months).toEqual(Array.from({ length: 12 }, (_, month) => format(new Date(Date.UTC(2026, month, 1)))));
});

it('the format of dates writes days and instants as dd/mm/aaaa', () => {
  expect(formatDay('2026-11-05')).toBe('05/11/2026');
  expect(formatDate('2026-11-21T02:59:00Z', zone)).toBe('20/11/2026');
  expect(formatDate('2026-11-21T02:59:00Z', 'UTC')).toBe('21/11/2026');
});

it.each([
  ['2026-11-20T22:00:00Z', zone, '19:00'],
  ['2026-11-21T03:00:00Z', zone, '00:00'],
  ['2026-11-20T22:00:00Z', 'America/Noronha', '20:00'],
])('%s in %s is %s', (instant, timeZone, expected) => {
  expect(formatTime(instant, timeZone)).toBe(expected);
});

describe('relative days', () => {
  it.each([
    ['2026-11-20T03:00:00Z', 'hoje'],
    ['2026-11-21T02:59:00Z', 'hoje'],
    ['2026-11-21T03:00:00Z', 'amanhã'],
    ['2026-11-20T02:59:00Z', 'ontem'],
    ['2026-11-24T22:00:00Z', 'terça-feira, 24/11'],
    ['2026-11-15T22:00:00Z', 'domingo, 15/11'],
    ['2027-01-02T12:00:00Z', 'sábado, 02/01'],
    ['2028-01-02T12:00:00Z', '02/01/2028'],
    ['2024-01-02T12:00:00Z', '02/01/2024'],
  ])('%s is %s', (instant, expected) => {
    expect(relativeDay(instant, now, zone)).toBe(expected);
  });

  it('a clock change skips no day', () => {
    const eve = new Date('2018-11-03T15:00:00Z');
    expect(relativeDay('2018-11-04T15:00:00Z', eve, zone)).toBe('amanhã');
    expect(relativeDay('2018-11-03T03:30:00Z', eve, zone)).toBe('hoje');
  });

  it('relative days can include the hour', () => {
    expect(relativeTime('2026-11-20T22:00:00Z', now, zone)).toBe('hoje, 19:00');
    expect(relativeTime('2026-11-24T22:30:00Z', now, zone)).toBe('terça-feira, 24/11, 19:30');
  });
});

it.each([
  ['2026-11-20T07:59:00Z', 'Boa noite'],
  ['2026-11-20T08:00:00Z', 'Bom dia'],
  ['2026-11-20T14:59:00Z', 'Bom dia'],
  ['2026-11-20T15:00:00Z', 'Boa tarde'],
  ['2026-11-20T20:59:00Z', 'Boa tarde'],
  ['2026-11-20T21:00:00Z', 'Boa noite'],
])('DASH-01: the greeting at %s in São Paulo is %s', (instant, expected) => {
  expect(greeting(new Date(instant), zone)).toBe(expected);
});
