import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as constants from '../../../../../src/lib/rules/figures/constants.ts';

it('CONST-01…06, CONST-08, TOUR-07, ROLE-02, ROLE-03: the figures of §9', () => {
  expect({ ...constants }).toEqual({
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
