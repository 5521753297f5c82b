import { instantAt } from '../../src/lib/rules/time/instants.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import type { TestSchool } from './school.ts';

export const zone = 'America/Sao_Paulo';

/** The day in the school's zone, this many days from today. */
export const dayFrom = (portal: TestSchool, days: number): string =>
  dayIn(zone, new Date(portal.clock.now.getTime() + days * 86_400_000));

/** Noon of that day. */
export const noonOf = (portal: TestSchool): Date =>
  new Date(instantAt(dayFrom(portal, 0), '12:00', zone) ?? portal.clock.now);
