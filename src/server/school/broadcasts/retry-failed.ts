import type { Broadcast, Counts } from '#lib/contract/broadcasts.schema.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, Db } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import { refuseWith } from './check-broadcast.ts';
import { dueTimes } from './due-times.ts';
import { presentBroadcast } from './present.ts';
import { type BroadcastRow, countsOf, statesOf } from './queries.ts';

const AT_ONCE = 500;

/** Gives failed devices that still exist another try. @throws Refusal 409, 422 for another broadcast's id */
export async function retryFailed(
  ctx: Ctx,
  tx: Db,
  row: BroadcastRow,
  onlyFailedOf: number,
): Promise<{ sending: Broadcast; counts: Counts }> {
  if (onlyFailedOf !== row.id) refuseWith({ only_failed_of: broadcastMessages.onlyOwnFailures });
  const at = ctx.now();
  const reopened = await tx
    .updateTable('sendings')
    .set({ status: 'enviando', updated_at: at.toISOString(), version: row.version + 1 })
    .where('id', '=', row.id)
    .where('status', 'in', ['enviando', 'enviada'])
    .where('repeat', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!reopened) throw conflict(broadcastMessages.notRetriable);
  if ((await queueFailed(ctx, tx, reopened, at)) === 0) throw conflict(broadcastMessages.nothingFailed);
  await audit({ ...ctx, db: tx }, 'sending-retry', `sending:${row.id}`);
  const counts = countsOf(reopened, (await statesOf(tx, [row.id])).get(row.id) ?? {});
  return { sending: await presentBroadcast(tx, reopened), counts };
}

async function queueFailed(ctx: Ctx, tx: Db, row: BroadcastRow, at: Date): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const failed = await tx
      .selectFrom('push_deliveries')
      .innerJoin('push_subscriptions', 'push_subscriptions.id', 'push_deliveries.subscription_id')
      .select(['push_deliveries.id', 'push_deliveries.user_id'])
      // If the device has another user now, it gets no retry.
      .whereRef('push_subscriptions.user_id', '=', 'push_deliveries.user_id')
      .where('push_deliveries.sending_id', '=', row.id)
      .where('push_deliveries.state', '=', 'falhou')
      .where('push_deliveries.id', '>', after)
      .orderBy('push_deliveries.id')
      .limit(AT_ONCE)
      .execute();
    const timesOf = await dueTimes(tx, ctx, row, [...new Set(failed.map(({ user_id }) => user_id))], at);
    const byTimes = Map.groupBy(failed, ({ user_id }) => JSON.stringify(timesOf(user_id)));
    for (const [times, some] of byTimes) {
      const { numUpdatedRows } = await tx
        .updateTable('push_deliveries')
        .set({ ...(JSON.parse(times) as { due_at: string; expires_at: string }), ...freshTry, at: at.toISOString() })
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        // The device may report meanwhile that it showed the message after all.
        .where('state', '=', 'falhou')
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
    after = failed.at(-1)?.id ?? after;
    if (failed.length < AT_ONCE) return count;
  }
}

const freshTry = { state: 'na_fila', attempts: 0, last_status: null, reason: null, claimed_until: null } as const;
