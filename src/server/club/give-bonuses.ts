import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { Audience } from '#lib/contract/broadcasts.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { bonusMessages } from '#lib/words/club-panel.ts';
import type { Db } from '../core/db/connection.ts';
import { locked } from '../core/db/locking.ts';
import type { School } from '../core/http/ctx.ts';
import { Refusal } from '../core/http/refusal.ts';
import { reachOfRow } from '../school/broadcasts/access.ts';
import type { Schema } from '../tables.ts';
import { membersOf } from './bonuses.ts';
import { notifyMember } from './notify.ts';
import { movePoints, reverseEntry } from './points.ts';

type Batch = Selectable<Schema['point_batches']>;

/** Members in one transaction: few, since SQLite writes them without a pause. */
const BATCH = 25;
/** After so many batches other jobs get their turn. */
const BATCHES_IN_A_TURN = 40;

/**
 * Gives the points of bonuses, and takes undone ones back, in the order of the members' ids. One transaction keeps a
 * batch's entries and its position, so a crash repeats nothing and loses nobody.
 */
export async function giveBonuses(school: School): Promise<void> {
  const open = await school.db
    .selectFrom('point_batches')
    .select('id')
    .where(sql<boolean>`status in ('dando', 'desfazendo')`)
    .orderBy('id')
    .execute();
  let left = BATCHES_IN_A_TURN;
  for (const { id } of open) {
    for (let hasMore = true; hasMore; ) {
      if (left === 0) return school.wake();
      left -= 1;
      hasMore = await takeStep(school, id).catch((error: unknown) => {
        // The other bonuses go on; this one is tried again at the next turn.
        school.log.error({ err: error, bonus: id }, 'a bonus was not given');
        return false;
      });
      await nextTurn();
    }
  }
}

/** @returns whether there may be more members */
function takeStep(school: School, id: number): Promise<boolean> {
  return school.db.transaction().execute(async (tx) => {
    const row = tx.selectFrom('point_batches').selectAll().where('id', '=', id);
    const batch = await locked(tx, row, 'skip').executeTakeFirst();
    if (!batch) return false;
    if (batch.status === 'dando') return give(tx, school, batch);
    return batch.status === 'desfazendo' ? takeBack(tx, school, batch) : false;
  });
}

async function give(tx: Db, school: School, batch: Batch): Promise<boolean> {
  const at = school.now();
  const audience = Audience.parse(JSON.parse(batch.audience));
  const query = await membersOf(tx, school, audience, reachOfRow(batch), new Date(batch.created_at));
  const members = await query
    .select('users.id')
    .where('users.id', '>', batch.ate)
    .orderBy('users.id')
    .limit(BATCH)
    .execute();
  for (const { id: userId } of members) {
    await movePoints(tx, {
      userId,
      pontos: batch.pontos,
      origem: 'campanha',
      descricao: bonusMessages.entry,
      contra: 'emissao',
      chave: keyOf(batch, userId),
      at,
      expiraEm: batch.expira_em,
      nota: batch.motivo,
      ...(batch.por_user_id !== null && { porUserId: batch.por_user_id }),
    });
    await notifyMember(tx, userId, 'statement', bonusMessages.told(batch.pontos, batch.motivo), at);
  }
  const isDone = members.length < BATCH;
  await tx
    .updateTable('point_batches')
    .set({
      ate: members.at(-1)?.id ?? batch.ate,
      dados: batch.dados + members.length,
      ...(isDone && { status: 'dado' as const, concluido_em: at.toISOString() }),
    })
    .where('id', '=', batch.id)
    .execute();
  return !isDone;
}

async function takeBack(tx: Db, school: School, batch: Batch): Promise<boolean> {
  const at = school.now();
  const accounts = await tx
    .selectFrom('point_balances')
    .select('user_id')
    .where('user_id', '>', batch.ate)
    .orderBy('user_id')
    .limit(BATCH)
    .execute();
  const keys = accounts.map(({ user_id }) => keyOf(batch, user_id));
  const entries =
    keys.length === 0 ? [] : await tx.selectFrom('point_entries').selectAll().where('chave', 'in', keys).execute();
  let back = 0;
  // An order of the database would have it read all entries in that order.
  for (const entry of entries.toSorted((a, b) => a.user_id - b.user_id)) {
    try {
      const atLeast = dayIn(school.config.SCHOOL_TIME_ZONE, at);
      const { isNew } = await reverseEntry(tx, entry, { at, atLeast, nota: batch.motivo });
      // Somebody reversed it before.
      if (!isNew) continue;
    } catch (error) {
      // Who has spent the points keeps them. Nothing was written.
      if (!(error instanceof Refusal)) throw error;
      continue;
    }
    back += 1;
    await notifyMember(tx, entry.user_id, 'statement', bonusMessages.toldUndone(batch.motivo), at);
  }
  const isDone = accounts.length < BATCH;
  await tx
    .updateTable('point_batches')
    .set({
      ate: accounts.at(-1)?.user_id ?? batch.ate,
      voltaram: batch.voltaram + back,
      ...(isDone && { status: 'desfeito' as const, desfeito_em: at.toISOString() }),
    })
    .where('id', '=', batch.id)
    .execute();
  return !isDone;
}

const keyOf = ({ id }: Batch, userId: number) => `bonus:${id}:user:${userId}`;
