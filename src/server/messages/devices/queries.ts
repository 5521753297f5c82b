import type { Insertable, Selectable } from 'kysely';
import type { BrandKey } from '#lib/brand.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import type { Schema } from '../../tables.ts';

export type SubscriptionRow = Selectable<Schema['push_subscriptions']>;

export const devicesOf = (db: Db, userId: number): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** One of the user's devices, by its auth value or its id (PUSH-12). */
export const ownDevice = (db: Db, userId: number, key: string): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => (isId(key) ? eb.or([eb('auth', '=', key), eb('id', '=', Number(key))]) : eb('auth', '=', key)))
    .executeTakeFirst();

const isId = (key: string) => /^[1-9]\d{0,8}$/.test(key);

type NewDevice = Omit<Insertable<Schema['push_subscriptions']>, 'id'>;

/**
 * Stores a device. The same browser comes back with the same endpoint and auth value, and from then on only the user
 * logged in there gets its notices (PUSH-16). Taking over an endpoint needs its auth value.
 *
 * @returns undefined if the endpoint belongs to another auth value, or the auth value to another endpoint.
 */
export async function storeDevice(db: Db, device: NewDevice): Promise<SubscriptionRow | undefined> {
  const added = await db
    .insertInto('push_subscriptions')
    .values(device)
    // Both columns are unique, and only one of the two engines allows two conflict targets.
    .onConflict((known) => known.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (added) return added;
  const { user_id, p256dh, is_pwa, device_type, platform, session_id, updated_at } = device;
  return db
    .updateTable('push_subscriptions')
    .set({ user_id, p256dh, is_pwa, device_type, platform, session_id, updated_at })
    .where('endpoint', '=', device.endpoint)
    .where('auth', '=', device.auth)
    .returningAll()
    .executeTakeFirst();
}

/** Removes the devices of one session, or all devices of a person, so that no later message is shown there. */
export const forgetDevices = (db: Db, by: { sessionId: string } | { userId: number }) =>
  db
    .deleteFrom('push_subscriptions')
    .where('sessionId' in by ? 'session_id' : 'user_id', '=', 'sessionId' in by ? by.sessionId : by.userId)
    .execute();

/** The brand of each person's school; people without a school are left out. */
export async function brandsOf(db: Db, userIds: readonly number[]): Promise<Map<number, BrandKey>> {
  const rows = await enrolled(db)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.id', 'schools.marca'])
    .where('users.id', 'in', userIds)
    .execute();
  return new Map(rows.map(({ id, marca }) => [id, marca]));
}
