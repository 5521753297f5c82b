import type { CallAnswer } from '#lib/contract/core.ts';
import type { reportEvent as call } from '#lib/contract/push.ts';
import type { PublicCtx } from '../http/ctx.ts';

/** A device may be quicker than the note that its service took the message, or know better than a time-out. */
const arrived = ['na_fila', 'aceita', 'falhou', 'cancelada'] as const;

/**
 * Notes that a notification was shown or clicked; what was clicked was shown. Its token is the right to do so, and an
 * unknown one is answered alike.
 */
export async function reportEvent(
  { db, limits, caller }: PublicCtx,
  { delivery_token, event }: { delivery_token: string; event: 'shown' | 'clicked' | 'closed' },
): Promise<CallAnswer<typeof call>> {
  await limits.take('push-event', caller.address);
  const state = event === 'clicked' ? 'clicada' : 'mostrada';
  await db
    .updateTable('push_deliveries')
    .set({ state })
    .where('token', '=', delivery_token)
    .where('state', 'in', [...arrived, ...(event === 'clicked' ? ['mostrada' as const] : [])])
    .execute();
  return { detail: 'Anotado.' };
}
