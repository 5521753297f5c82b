import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { prepared } from '../../core/db/prepared.ts';
import { deliveryRow, type NewDelivery } from './claim-deliveries.ts';
import type { Ready } from './deliver.ts';

/** `subscription_id` and `message_id` tell whether the delivery exists already. */
export type DeliveryToQueue = NewDelivery & { subscription_id: number; message_id: number };

const CHUNK = 250;

/**
 * Writes down deliveries. It skips a message that a device has already, and a device that is gone, so the same list can
 * be written again after a crash. The caller wakes the sender after the commit.
 *
 * @param tx the transaction that wrote the messages
 * @param at now
 * @returns the number of new deliveries
 */
export async function queueDeliveries(tx: Db, rows: readonly DeliveryToQueue[], at: Date): Promise<number> {
  let added = 0;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const known = await knownDevices(
      tx,
      chunk.map(({ subscription_id }) => subscription_id),
    );
    const values = chunk.filter(({ subscription_id }) => known.has(subscription_id)).map((row) => deliveryRow(row, at));
    if (values.length === 0) continue;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('push_deliveries')
      .values(values)
      .onConflict((known) => known.columns(['message_id', 'subscription_id']).doNothing())
      .executeTakeFirstOrThrow();
    added += Number(numInsertedOrUpdatedRows ?? 0);
  }
  return added;
}

/** Locks the devices until the end of the transaction: a device that leaves meanwhile would make the insert fail. */
async function knownDevices(tx: Db, ids: readonly number[]): Promise<Set<number>> {
  const query = tx.selectFrom('push_subscriptions').select('id').where('id', 'in', ids).orderBy('id');
  return new Set((await locked(tx, query, 'key share').execute()).map(({ id }) => id));
}

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
