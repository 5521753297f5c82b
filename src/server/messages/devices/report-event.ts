import type { Db } from '../../core/db/connection.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { BUNDLE_MARK } from './claim-deliveries.ts';

/** A device may report before we record that its service accepted the message, or after we recorded a time-out. */
const arrived = ['na_fila', 'aceita', 'falhou', 'cancelada'] as const;

/**
 * Records that a notification was shown or clicked. A clicked one was also shown, and its notice is read, unless it was a bundle.
 * The token authorizes it; an unknown token gets the same answer.
 */
export async function reportEvent(
  { db, limits, caller, now }: PublicCtx,
  { delivery_token, event }: { delivery_token: string; event: 'shown' | 'clicked' | 'closed' },
): Promise<{ detail: string }> {
  await limits.take('push-event', caller.address);
  const isBundle = delivery_token.startsWith(BUNDLE_MARK);
  const token = isBundle ? delivery_token.slice(BUNDLE_MARK.length) : delivery_token;
  const status = event === 'clicked' ? 'clicada' : 'mostrada';
  await db
    .updateTable('deliveries')
    .set({ status })
    .where('token', '=', token)
    .where('status', 'in', [...arrived, ...(event === 'clicked' ? ['mostrada' as const] : [])])
    .execute();
  if (event === 'clicked' && !isBundle) await markRead(db, token, now());
  return { detail: 'Anotado.' };
}

/**
 * Marks the notice of a delivery as read while its device still belongs to the reader. A later user of the device marks nothing
 * for the earlier one.
 */
async function markRead(db: Db, token: string, at: Date): Promise<void> {
  const delivery = await db
    .selectFrom('deliveries')
    .innerJoin('push_subscriptions', (join) =>
      join
        .onRef('push_subscriptions.id', '=', 'deliveries.subscription_id')
        .onRef('push_subscriptions.user_id', '=', 'deliveries.user_id'),
    )
    .select('deliveries.notice_id')
    .where('deliveries.token', '=', token)
    .where('deliveries.notice_id', 'is not', null)
    .executeTakeFirst();
  if (!delivery) return;
  await db
    .updateTable('notices')
    .set(({ fn, val, ref }) => ({
      read_at: fn.coalesce(ref('read_at'), val(at.toISOString())),
      clicked_at: at.toISOString(),
    }))
    .where('id', '=', delivery.notice_id)
    .where('clicked_at', 'is', null)
    .execute();
}
