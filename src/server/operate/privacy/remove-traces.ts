import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Database } from '../../core/db/connection.ts';
import { emptyLog } from '../../core/db/deleted-bytes.ts';
import { gatherPatiently, refreshSoon } from '../../core/db/statistics.ts';
import type { School } from '../../core/http/ctx.ts';

/** Up to which erasure the files are free of traces, and the statistics. */
interface Cleaned {
  statistics: string;
  files: string;
}
const cleaned = new WeakMap<Database, Cleaned>();

/**
 * Removes what an erasure leaves in the files of SQLite: the planner's samples of values, and earlier states in the log.
 * Deleted rows themselves are overwritten at once (0161).
 *
 * @throws why a table has no new statistics, after the log is empty; they are gathered again within the hour
 */
export async function removeTraces(school: School): Promise<void> {
  const { database, db, now } = school;
  if (database.engine !== 'sqlite') return;
  // Another process may have been killed before it came to this.
  const dayAgo = new Date(now().getTime() - DAY_MS).toISOString();
  const done = cleaned.get(database) ?? { statistics: dayAgo, files: dayAgo };
  const last = await db
    .selectFrom('erasures')
    .select('done_at')
    .where('done_at', '>', done.files)
    .orderBy('done_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.done_at) return;
  const gathered = last.done_at > done.statistics ? gatherPatiently(school) : Promise.resolve();
  const [{ status }] = await Promise.allSettled([gathered]);
  if (status === 'rejected') refreshSoon(school);
  const isEmpty = await emptyLog(db);
  cleaned.set(database, { statistics: last.done_at, files: isEmpty ? last.done_at : done.files });
  await gathered;
}
