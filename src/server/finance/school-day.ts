import { dayIn } from '#lib/registration.ts';
import { zoneOr } from '#lib/time-zone.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { schoolOf } from './queries.ts';

/** The day at somebody's school, `YYYY-MM-DD`: a bill is in time until it ends there, not elsewhere. */
export async function schoolDay({ config }: Pick<School, 'config'>, db: Db, userId: number, at: Date): Promise<string> {
  const school = await schoolOf(db, userId);
  return dayIn(zoneOr(school?.timezone, config.SCHOOL_TIME_ZONE), at);
}
