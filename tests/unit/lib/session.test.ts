import { expect, it } from 'vitest';
import * as constants from '#lib/constants.ts';
import { cookieName, sessionCookie } from '#lib/session.ts';
import { schoolZone } from '#lib/time-zone.ts';

it('AUTH-22: over TLS the cookie is bound to this very host', () => {
  expect(cookieName(sessionCookie, true)).toBe('__Host-portal_session');
  expect(cookieName(sessionCookie, false)).toBe('portal_session');
});

it('CONST-01…08: the figures of §9', () => {
  expect(constants).toMatchObject({
    REGISTRATION_STALE_MONTHS: 4,
    ADULT_AGE: 18,
    TOUR_DELAY_MS: 1000,
    BLOCKED_COMPANY_ID: 436,
    MANAGER_ACTION_ID: 4,
    CURRENT_USER_POLL_MS: 100,
    SERVICE_WORKER_PATH: '/service-worker.js',
  });
  expect(constants.tourFigures).toEqual({
    overlayOpacity: 0.7,
    stagePadding: 10,
    stageRadius: 5,
    popoverOffset: 10,
    animationMs: 400,
  });
});

it.each([
  ['America/Manaus', 'America/Manaus'],
  ['', 'America/Sao_Paulo'],
  ['Brasil/Campinas', 'America/Sao_Paulo'],
  [undefined, 'America/Sao_Paulo'],
])('VALID-03: a school in %j counts in %s', (timezone, expected) => {
  const user = { drive_user: { company: { id: 1, venda_direta_allow: false, timezone } } };
  expect(schoolZone(user, 'America/Sao_Paulo')).toBe(expected);
});

it('VALID-03: without a school the portal has its own zone', () => {
  expect(schoolZone(null, 'America/Noronha')).toBe('America/Noronha');
  expect(schoolZone({ drive_user: null }, 'America/Noronha')).toBe('America/Noronha');
});
