import { DEFAULT_QUIET, type QuietHours } from '#lib/rules/inbox/quiet-hours.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled, people } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';

/** The hours as in the row of a school. */
export interface SchoolHours {
  silencio_de: string | null;
  silencio_ate: string | null;
}

/** The hours in the row of a school, or the portal's default hours. */
export const quietOf = (row: SchoolHours | undefined): QuietHours => ({
  de: row?.silencio_de ?? DEFAULT_QUIET.de,
  ate: row?.silencio_ate ?? DEFAULT_QUIET.ate,
});

/** Each person's quiet hours, or the school's hours for that person, and the school's time zone. */
export async function quietHoursOf(
  { db, config }: Pick<School, 'config'> & { db: Db },
  userIds: readonly number[],
): Promise<Map<number, QuietHours & { zone: string }>> {
  if (userIds.length === 0) return new Map();
  const rows = await people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('quiet_hours', 'quiet_hours.user_id', 'users.id')
    .select(['users.id', 'companies.timezone', 'quiet_hours.de', 'quiet_hours.ate'])
    .select(['schools.silencio_de', 'schools.silencio_ate'])
    .where('users.id', 'in', userIds)
    .execute();
  return new Map(
    rows.map(({ id, timezone, de, ate, ...school }) => [
      id,
      {
        ...(de !== null && ate !== null ? { de, ate } : quietOf(school)),
        zone: zoneOr(timezone, config.SCHOOL_TIME_ZONE),
      },
    ]),
  );
}

/** The quiet hours of a person's school. */
export async function quietOfSchoolOf(db: Db, userId: number): Promise<QuietHours> {
  return quietOf(
    await enrolled(db)
      .innerJoin('schools', 'schools.id', 'companies.escola_id')
      .select(['schools.silencio_de', 'schools.silencio_ate'])
      .where('users.id', '=', userId)
      .executeTakeFirst(),
  );
}
