import { DEFAULT_QUIET, type QuietHours } from '#lib/quiet-hours.ts';
import { zoneOr } from '#lib/time-zone.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';

/** When each of these people wants to be left alone, and the zone of the school that tells the hours. */
export async function quietHoursOf(
  { db, config }: Pick<School, 'config'> & { db: Db },
  userIds: readonly number[],
): Promise<Map<number, QuietHours & { zone: string }>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .leftJoin('companies', 'companies.id', 'drive_users.company_id')
    .leftJoin('quiet_hours', 'quiet_hours.user_id', 'users.id')
    .select(['users.id', 'companies.timezone', 'quiet_hours.de', 'quiet_hours.ate'])
    .where('users.id', 'in', userIds)
    .execute();
  return new Map(
    rows.map(({ id, timezone, de, ate }) => [
      id,
      { de: de ?? DEFAULT_QUIET.de, ate: ate ?? DEFAULT_QUIET.ate, zone: zoneOr(timezone, config.SCHOOL_TIME_ZONE) },
    ]),
  );
}
