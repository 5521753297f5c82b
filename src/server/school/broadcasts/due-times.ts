import { afterQuiet } from '#lib/rules/inbox/quiet-hours.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { quietHoursOf } from '../../messages/devices/quiet-hours.ts';
import type { BroadcastRow } from './queries.ts';

/** A push service needs some time: without any, nothing would arrive. */
const SHORTEST_TTL_S = 60;

/**
 * For each person, the next time for a push of a broadcast, and the end of its time as news, counted from that moment.
 */
export async function dueTimes(
  tx: Db,
  { config }: Pick<School, 'config'>,
  row: Pick<BroadcastRow, 'respect_quiet_hours' | 'ttl_s'>,
  userIds: readonly number[],
  at: Date,
): Promise<(userId: number) => { due_at: string; expires_at: string }> {
  const quiet = row.respect_quiet_hours ? await quietHoursOf({ db: tx, config }, userIds) : null;
  return (userId) => {
    const hours = quiet?.get(userId);
    const due = hours ? afterQuiet(at, hours, hours.zone) : at;
    const expires = new Date(due.getTime() + Math.max(row.ttl_s, SHORTEST_TTL_S) * 1000);
    return { due_at: due.toISOString(), expires_at: expires.toISOString() };
  };
}
