import { expect, it } from 'vitest';
import { cookieName, schoolZone, sessionCookie } from '../../../src/lib/session.ts';

it('AUTH-22: over TLS the cookie has the __Host- prefix', () => {
  expect(cookieName(sessionCookie, true)).toBe('__Host-portal_session');
  expect(cookieName(sessionCookie, false)).toBe('portal_session');
});

it.each([
  ['America/Manaus', 'America/Manaus'],
  ['', 'America/Sao_Paulo'],
  ['Brasil/Campinas', 'America/Sao_Paulo'],
  [undefined, 'America/Sao_Paulo'],
])('VALID-03: a school with the zone %j uses %s', (timezone, expected) => {
  const user = { drive_user: { company: { id: 1, venda_direta_allow: false, timezone } } };
  expect(schoolZone(user, 'America/Sao_Paulo')).toBe(expected);
});

it('VALID-03: without a school the zone of the portal is used', () => {
  expect(schoolZone(null, 'America/Noronha')).toBe('America/Noronha');
  expect(schoolZone({ drive_user: null }, 'America/Noronha')).toBe('America/Noronha');
});
