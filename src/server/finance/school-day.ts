import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../db/connection.ts';
import { zoneOf } from '../db/people.ts';
import type { School } from '../http/ctx.ts';
import type { Reckoning } from './amount-due.ts';
import { usualTerms } from './late-fee.ts';
import { schoolOf } from './queries.ts';

/** The day at a person's school, `YYYY-MM-DD`: a bill is in time until that day ends there. */
export async function schoolDay({ config }: Pick<School, 'config'>, db: Db, userId: number, at: Date): Promise<string> {
  return dayIn(await zoneOf(db, config, userId), at);
}

/** The basis for a person's bills at an instant: the day and the terms of their school. */
export async function reckoningOf(
  { config }: Pick<School, 'config'>,
  db: Db,
  userId: number,
  at: Date,
): Promise<Reckoning> {
  const school = await schoolOf(db, userId);
  return { today: dayIn(zoneOr(school?.timezone, config.SCHOOL_TIME_ZONE), at), terms: school ?? usualTerms };
}
