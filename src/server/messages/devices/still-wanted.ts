import type { Db } from '../../core/db/connection.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Ready } from './deliver.ts';

const find = prepared((db, id: number, claim: string, device: number, user: number) =>
  db
    .selectFrom('push_deliveries')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'push_deliveries.subscription_id')
    .select('push_deliveries.id')
    .where('push_deliveries.id', '=', id)
    .where('push_deliveries.state', '=', 'na_fila')
    .where('push_deliveries.claimed_until', '=', claim)
    .where('push_subscriptions.id', '=', device)
    .where('push_subscriptions.user_id', '=', user),
);

/** Whether a delivery claimed a while ago still waits, and its device still belongs to its reader. */
export async function isStillWanted(db: Db, { id, claimedUntil, device, userId }: Ready): Promise<boolean> {
  return (await find(db, id, claimedUntil, device.id, userId)).length > 0;
}
