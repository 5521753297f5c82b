import type { Db } from '../db/connection.ts';
import { locked } from '../db/locking.ts';
import { deliveryRow, type NewDelivery } from './delivery-row.ts';

/** `subscription_id` and `message_id` tell whether it was written before. */
export type DeliveryToQueue = NewDelivery & { subscription_id: number; message_id: number };

const CHUNK = 250;

/**
 * Writes down what devices are to get. A message that a device has already, or a device that left meanwhile, is passed
 * over, so that the same list may be written again after a crash. Whoever calls it wakes the sender after the commit.
 *
 * @param tx the transaction in which the messages stand
 * @param at now
 * @returns how many are new
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

/** Held until the end of the transaction: a device that leaves meanwhile would make the insert fail. */
async function knownDevices(tx: Db, ids: readonly number[]): Promise<Set<number>> {
  const query = tx.selectFrom('push_subscriptions').select('id').where('id', 'in', ids).orderBy('id');
  return new Set((await locked(tx, query, 'key share').execute()).map(({ id }) => id));
}
