import type { Broadcast } from '#lib/contract/broadcasts.schema.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { readersInReach } from './access.ts';
import { presentBroadcast } from './present.ts';
import { broadcastOf } from './queries.ts';

/**
 * Stops a broadcast that is scheduled, repeating or being sent: no more people are written down, and queued deliveries are
 * cancelled. A message that a process is sending now still arrives, and counts as arrived.
 *
 * @throws Refusal 403, 404, 409 for a finished one
 */
export async function cancelBroadcast(ctx: Ctx, id: number): Promise<Broadcast> {
  const reach = readersInReach(ctx);
  const before = await broadcastOf(ctx.db, reach, id);
  if (!before) throw notFound(broadcastMessages.unknown);
  const at = ctx.now().toISOString();
  return ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('sendings')
      .set(({ eb }) => ({ status: 'cancelada', updated_at: at, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('status', 'in', ['agendada', 'enviando'])
      .returningAll()
      .executeTakeFirst();
    if (!row) throw conflict(broadcastMessages.notCancellable);
    await cancelWaiting(tx, id, at);
    await audit({ ...ctx, db: tx }, 'sending-cancel', `sending:${id}`, changeOf(before, row, ['status']));
    return presentBroadcast(tx, row);
  });
}

/** Skips rows locked by another transaction, for which `cancelLeftovers` cares: waiting for them could take too long. */
async function cancelWaiting(tx: Db, id: number, at: string): Promise<void> {
  const waiting = tx.selectFrom('deliveries').select('id').where('sending_id', '=', id).where('status', '=', 'na_fila');
  await tx
    .with('waiting', () => locked(tx, waiting, 'skip'))
    .updateTable('deliveries')
    .set({ status: 'cancelada', at })
    .where('id', 'in', (query) => query.selectFrom('waiting').select('waiting.id'))
    .execute();
}

const SWEPT_MS = 2 * DAY_MS;

/** Cancels deliveries that a process held when their broadcast was cancelled. */
export async function cancelLeftovers({ db, now }: School): Promise<void> {
  const at = now();
  const cancelled = await db
    .selectFrom('sendings')
    .select('id')
    .where('status', '=', 'cancelada')
    .where('sent_at', 'is not', null)
    .where('updated_at', '>', new Date(at.getTime() - SWEPT_MS).toISOString())
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .whereRef('deliveries.sending_id', '=', 'sendings.id')
          .where('deliveries.status', '=', 'na_fila'),
      ),
    )
    .execute();
  for (const { id } of cancelled) await cancelWaiting(db, id, at.toISOString());
}
