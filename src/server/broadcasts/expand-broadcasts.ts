import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { isAboutBills, namesDueDay } from '#lib/rules/finance/about-bills.ts';
import type { Db } from '../db/connection.ts';
import { locked } from '../db/locking.ts';
import type { School } from '../http/ctx.ts';
import { audienceQuery, hasGuardian } from './audience.ts';
import { audienceOf } from './present.ts';
import type { BroadcastRow } from './queries.ts';
import { type Reader, writeDown } from './write-down.ts';

const BATCH = 150;
/** Other jobs get their turn after so many. */
const BATCHES_IN_A_TURN = 12;
/** Broadcasts that may be on their way at once. */
const AT_ONCE = 200;

/**
 * Writes down whom each broadcast reaches: people in the order of their ids, some at a time. What a batch writes, how far it
 * came and what it counted stand in one transaction, so that a crash repeats nothing and loses nobody; a batch of a broadcast
 * that was cancelled finds nothing to do. Any number of processes take turns.
 */
export async function expandBroadcasts(school: School): Promise<void> {
  const open = await school.db
    .selectFrom('sendings')
    .select('id')
    .where('status', '=', 'enviando')
    .where('expanded_at', 'is', null)
    .orderBy('sent_at')
    .orderBy('id')
    .execute();
  let left = BATCHES_IN_A_TURN;
  for (const { id } of open) {
    let hasMore = true;
    while (hasMore) {
      if (left === 0) return school.wake();
      left -= 1;
      hasMore = await expandBatch(school, id).catch((error: unknown) => {
        // The others go on; this one is tried again at the next turn.
        school.log.error({ err: error, broadcast: id }, 'an audience was not written down');
        return false;
      });
      school.wakeSender();
      // SQLite answers at once: requests would wait for all of it otherwise.
      await nextTurn();
    }
  }
}

/** @returns whether there is more of it, as far as this process can tell. */
async function expandBatch(school: School, id: number): Promise<boolean> {
  const { db } = school;
  return db.transaction().execute(async (tx) => {
    const open = tx
      .selectFrom('sendings')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'enviando')
      .where('expanded_at', 'is', null);
    const row = await locked(tx, open, 'skip').executeTakeFirst();
    if (!row) return false;
    const at = school.now();
    const readers = await nextReaders(tx, school, row, at);
    const counted = await writeDown(tx, school, row, readers, at);
    const hasMore = readers.length === BATCH;
    await tx
      .updateTable('sendings')
      .set({
        expanded_to: readers.at(-1)?.id ?? row.expanded_to,
        expanded_at: hasMore ? null : at.toISOString(),
        people: row.people + readers.length,
        without_push: row.without_push + counted.withoutPush,
        opted_out: row.opted_out + counted.optedOut,
        guardians: row.guardians + counted.guardians,
      })
      .where('id', '=', id)
      .execute();
    return hasMore;
  });
}

async function nextReaders(tx: Db, school: School, row: BroadcastRow, at: Date): Promise<Reader[]> {
  const reach = { audience: audienceOf(row), escolaId: row.escola_id };
  const isDiverted = isAboutBills({ category: row.category, audience: reach.audience }, namesDueDay(row))
    ? await hasGuardian(tx, school, at)
    : sql<boolean>`1 = 0`;
  const rows = await (await audienceQuery(tx, school, reach, at))
    .leftJoin('notification_preferences', (join) =>
      join
        .onRef('notification_preferences.user_id', '=', 'users.id')
        .on('notification_preferences.category', '=', row.category)
        .on('notification_preferences.enabled', '=', false),
    )
    .select(['users.id', 'notification_preferences.category as unwanted'])
    .select(sql<number>`case when ${isDiverted} then 1 else 0 end`.as('diverted'))
    .where('users.id', '>', row.expanded_to ?? 0)
    .orderBy('users.id')
    .limit(BATCH)
    .execute();
  return rows.map(({ id, unwanted, diverted }) => ({
    id,
    isOptedOut: unwanted !== null,
    isThroughGuardian: Number(diverted) === 1,
  }));
}

/** Broadcasts whose audience is written down, and of which nothing waits any more, went out. */
export async function finishBroadcasts({ db, now }: School): Promise<void> {
  if (!(await writtenDown(db).executeTakeFirst())) return;
  await db.transaction().execute(async (tx) => {
    // Held first, looked at after: what is queued again meanwhile would not be seen in one statement.
    const held = await locked(tx, writtenDown(tx), 'skip').execute();
    if (held.length > 0)
      await finish(
        tx,
        held.map(({ id }) => id),
        now(),
      );
  });
}

const writtenDown = (db: Db) =>
  db
    .selectFrom('sendings')
    .select('id')
    .where('status', '=', 'enviando')
    .where('expanded_at', 'is not', null)
    .orderBy('id')
    .limit(AT_ONCE);

async function finish(tx: Db, ids: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable('sendings')
    .set({ status: 'enviada', updated_at: at.toISOString() })
    .where('id', 'in', ids)
    .where('status', '=', 'enviando')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('push_deliveries')
            .select('push_deliveries.id')
            .whereRef('push_deliveries.sending_id', '=', 'sendings.id')
            .where('push_deliveries.state', '=', 'na_fila'),
        ),
      ),
    )
    .execute();
}
