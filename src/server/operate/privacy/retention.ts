import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Database, Db } from '../../core/db/connection.ts';
import { emptyLog } from '../../core/db/deleted-bytes.ts';
import { gatherPatiently, refreshSoon } from '../../core/db/statistics.ts';
import type { School } from '../../core/http/ctx.ts';
import { forgetDocuments } from '../../school/abroad/documents.ts';
import { addTotals } from '../../school/broadcasts/totals.ts';
import type { RetentionKind } from './retention-days.ts';

/** One statement blocks SQLite's other calls while it runs. */
const BATCH = 500;

/** Deletes the oldest rows before an instant. @returns how many */
type Delete = (db: Db, before: string) => Promise<number>;

/** Ids increase with time, so the oldest rows are the first: no index on the age is needed. */
const oldest =
  (table: 'outbox' | 'notices' | 'audit_log' | 'webhook_deliveries' | 'registration_changes', column: string): Delete =>
  async (db, before) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from (select id, ${sql.ref(column)} as age from ${sql.table(table)} order by id limit ${BATCH}) as first
        where age < ${before}
      )`.execute(db);
    return Number(numAffectedRows ?? 0);
  };

const byAge =
  (table: 'payment_events' | 'cart_items' | 'leads', key: string, column: string): Delete =>
  async (db, before) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(column)} < ${before}
        order by ${sql.ref(column)} limit ${BATCH}
      )`.execute(db);
    return Number(numAffectedRows ?? 0);
  };

/** The outcomes of a broadcast stay in its totals, without the people (0038). */
const deliveries: Delete = (db, before) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Parameters<typeof addTotals>[1][number]>`
      delete from deliveries where status <> 'na_fila' and id in (
        select id from (select id, at from deliveries order by id limit ${BATCH}) as first where at < ${before}
      ) returning target, sending_id, status, platform`.execute(tx);
    await addTotals(tx, rows);
    return rows.length;
  });

/** The kinds that this job deletes. Jobs of their areas delete the others. */
const kinds: Readonly<Partial<Record<RetentionKind, readonly Delete[]>>> = {
  mails: [oldest('outbox', 'created_at')],
  registrations: [oldest('registration_changes', 'created_at')],
  deliveries: [deliveries, oldest('webhook_deliveries', 'created_at')],
  carts: [byAge('cart_items', 'user_id', 'updated_at')],
  payment_events: [byAge('payment_events', 'event_id', 'received_at')],
  notices: [oldest('notices', 'created_at')],
  leads: [byAge('leads', 'id', 'mudou_em')],
  audit: [oldest('audit_log', 'at')],
};

const nextRun = new WeakMap<School, number>();

/** Deletes, once an hour, rows older than the days in `RETENTION_DAYS`; continues in the next run if there are more. */
export async function deleteOld(school: School): Promise<void> {
  const now = school.now().getTime();
  if (now < (nextRun.get(school) ?? 0)) return;
  let hasMore = false;
  for (const [kind, deletes] of Object.entries(kinds)) {
    const before = new Date(now - school.config.RETENTION_DAYS[kind as RetentionKind] * DAY_MS).toISOString();
    for (const remove of deletes) hasMore = (await remove(school.db, before)) >= BATCH || hasMore;
  }
  const tripsBefore = new Date(now - school.config.RETENTION_DAYS.trip_documents * DAY_MS).toISOString();
  hasMore = (await forgetDocuments(school.db, tripsBefore, new Date(now))) || hasMore;
  nextRun.set(school, hasMore ? now : now + HOUR_MS);
}

/** The last erasure whose traces were removed from the files, and from the statistics. */
interface Cleaned {
  statistics: string;
  files: string;
}
const cleaned = new WeakMap<Database, Cleaned>();

/**
 * Removes the traces of an erasure from SQLite's files: samples of values in the planner's statistics, and earlier states in the
 * log. Deleted rows themselves are overwritten at once (0038).
 *
 * @throws the error of a table without new statistics, after the log is empty; they are gathered again within the hour
 */
export async function removeTraces(school: School): Promise<void> {
  const { database, db, now } = school;
  if (database.engine !== 'sqlite') return;
  // Another process may have been killed before it did this.
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
