import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ADULT_AGE } from '../../../src/lib/rules/account/birth-date.ts';
import { REGISTRATION_STALE_MONTHS } from '../../../src/lib/rules/account/registration.ts';
import {
  ADMIN_ACTION_ID,
  MANAGER_ACTION_ID,
  SECRETARY_ACTION_ID,
  TEACHER_ACTION_ID,
} from '../../../src/lib/rules/people/roles.ts';
import { SERVICE_WORKER_PATH } from '../../../src/lib/rules/routes/file-addresses.ts';
import { TOUR_DELAY_MS, tourFigures } from '../../../src/lib/rules/tour/tour-rule.ts';
import { BLOCKED_COMPANY_ID } from '../../../src/lib/session.ts';

it('CONST-01…06, CONST-08, TOUR-07, ROLE-02, ROLE-03: the figures of §9', () => {
  expect({
    REGISTRATION_STALE_MONTHS,
    ADULT_AGE,
    BLOCKED_COMPANY_ID,
    MANAGER_ACTION_ID,
    ADMIN_ACTION_ID,
    TEACHER_ACTION_ID,
    SECRETARY_ACTION_ID,
    SERVICE_WORKER_PATH,
    TOUR_DELAY_MS,
    tourFigures,
  }).toEqual({
    REGISTRATION_STALE_MONTHS: 4,
    ADULT_AGE: 18,
    BLOCKED_COMPANY_ID: 436,
    MANAGER_ACTION_ID: 4,
    ADMIN_ACTION_ID: 1,
    TEACHER_ACTION_ID: 2,
    SECRETARY_ACTION_ID: 3,
    SERVICE_WORKER_PATH: '/service-worker.js',
    TOUR_DELAY_MS: 1000,
    tourFigures: { overlayOpacity: 0.7, stagePadding: 10, stageRadius: 5, popoverOffset: 10, animationMs: 400 },
  });
});

it('CONST-14, BRAND-13: the breakpoints', () => {
  const css = readFileSync('src/styles/core.css', 'utf8');
  expect(Object.fromEntries([...css.matchAll(/--breakpoint-(\w+): (\d+)px/g)].map((match) => match.slice(1)))).toEqual({
    xs: '0',
    sm: '480',
    md: '750',
    lg: '1050',
    xl: '1260',
    xxl: '1920',
  });
});
