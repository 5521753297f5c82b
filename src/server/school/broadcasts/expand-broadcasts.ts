import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { type Expression, type SqlBool, sql } from 'kysely';
import { isAboutBills, namesDueDay } from '#lib/rules/finance/about-bills.ts';
import { readable } from '#lib/words/broadcasts-panel.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { mailsUnwanted } from '../../core/db/mails-unwanted.ts';
import type { School } from '../../core/http/ctx.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { reachOfRow } from './access.ts';
import { audienceQuery, hasGuardian } from './audience.ts';
import { atMessageLimit, takeTurns } from './limits.ts';
import { audienceOf } from './present.ts';
import { type BroadcastRow, statesOf } from './queries.ts';
import { type Reader, writeDown } from './write-down.ts';

const BATCH = 150;
/** After this many batches other jobs run. */
const BATCHES_IN_A_ROUND = 12;
/** Max. broadcasts in progress. */
const AT_ONCE = 200;

/**
 * Writes down the people of each broadcast, in the order of their ids and in batches. One transaction writes a batch's rows, its
 * position and its counts, so a crash neither repeats nor skips anybody. A batch of a cancelled broadcast does nothing. Several
 * processes may do this alternately.
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
  let left = BATCHES_IN_A_ROUND;
  for (const { id } of open) {
    let hasMore = true;
    while (hasMore) {
      if (left === 0) return school.wake();
      left -= 1;
      hasMore = await expandBatch(school, id).catch((error: unknown) => {
        // The other broadcasts continue; this one is tried again in the next run.
        school.log.error({ err: error, broadcast: id }, 'an audience was not written down');
        return false;
      });
      school.wakeSender();
      // SQLite answers synchronously, so without this pause requests would wait for all batches.
      await yieldToEvents();
    }
  }
}

/** @returns whether there may be more people to write down. */
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
    const hasReachedLimit = row.urgency === 'normal' ? await atMessageLimit(tx, at) : null;
    if (hasReachedLimit) await takeTurns(tx, row);
    const readers = await nextReaders(tx, school, row, hasReachedLimit, at);
    const counted = await writeDown(tx, school, row, readers, at);
    const hasMore = readers.length === BATCH;
    await tx
      .updateTable('sendings')
      .set({
        expanded_to: readers.at(-1)?.id ?? row.expanded_to,
        expanded_at: hasMore ? null : at.toISOString(),
        people: row.people + readers.length - counted.leftOut,
        left_out: row.left_out + counted.leftOut,
        mails: row.mails + counted.mails,
        whatsapps: row.whatsapps + counted.whatsapps,
        without_push: row.without_push + counted.withoutPush,
        opted_out: row.opted_out + counted.optedOut,
        guardians: row.guardians + counted.guardians,
      })
      .where('id', '=', id)
      .execute();
    return hasMore;
  });
}

async function nextReaders(
  tx: Db,
  school: School,
  row: BroadcastRow,
  hasReachedLimit: Expression<SqlBool> | null,
  at: Date,
): Promise<Reader[]> {
  const addressed = { audience: audienceOf(row), reach: reachOfRow(row) };
  const isDiverted = isAboutBills({ category: row.category, audience: addressed.audience }, namesDueDay(row))
    ? await hasGuardian(tx, school, at)
    : sql<boolean>`1 = 0`;
  const rows = await (await audienceQuery(tx, school, addressed, at))
    .leftJoin('notification_preferences', (join) =>
      join
        .onRef('notification_preferences.user_id', '=', 'users.id')
        .on('notification_preferences.category', '=', row.category)
        .on('notification_preferences.enabled', '=', false),
    )
    .select(['users.id', 'users.email', 'notification_preferences.category as unwanted'])
    .select(sql<number>`case when ${hasReachedLimit ?? sql`1 = 0`} then 1 else 0 end`.as('had_most'))
    .select(({ exists }) => exists(mailsUnwanted).as('no_mails'))
    .select(sql<number>`case when ${isDiverted} then 1 else 0 end`.as('diverted'))
    .where('users.id', '>', row.expanded_to ?? 0)
    .orderBy('users.id')
    .limit(BATCH)
    .execute();
  return rows.map(({ id, email, unwanted, diverted, had_most, no_mails }) => {
    const isThroughGuardian = Number(diverted) === 1;
    const isOptedOut = unwanted !== null;
    return {
      ...{ id, isOptedOut, isThroughGuardian },
      isMailed: row.by_mail && email !== '' && !isOptedOut && !Number(no_mails),
      // A notice to the guardian does not count against the minor's limit.
      isLeftOut: !isThroughGuardian && Number(had_most) === 1,
    };
  });
}

/** Marks broadcasts as sent whose audience is written down and whose deliveries have all ended. */
export async function finishBroadcasts({ db, now }: School): Promise<void> {
  if (!(await writtenDown(db).executeTakeFirst())) return;
  await db.transaction().execute(async (tx) => {
    // Locks first and checks afterwards: one statement would miss deliveries that are queued again meanwhile.
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
  const finished = await tx
    .updateTable('sendings')
    .set({ status: 'enviada', updated_at: at.toISOString() })
    .where('id', 'in', ids)
    .where('status', '=', 'enviando')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.sending_id', '=', 'sendings.id')
            .where('deliveries.target', 'in', ['push', 'whatsapp'])
            .where('deliveries.status', '=', 'na_fila'),
        ),
      ),
    )
    .returning(['id', 'title', 'created_by'])
    .execute();
  const states = await statesOf(
    tx,
    finished.map(({ id }) => id),
  );
  for (const { id, title, created_by } of finished) {
    const aparelhos = states.get(id)?.falhou ?? 0;
    const params = { id, titulo: readable(title), aparelhos };
    if (aparelhos > 0) {
      await notifyStaff(tx, at, { kind: 'envio_falhou', about: id, params, at: { userId: created_by } });
    }
  }
}
