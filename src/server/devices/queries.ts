import type { Insertable, Selectable } from 'kysely';
import type { BrandKey } from '#lib/brand.ts';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';

export type SubscriptionRow = Selectable<Schema['push_subscriptions']>;

export const devicesOf = (db: Db, userId: number): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** One own device, by its auth value or its number (PUSH-12). */
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
 * Stores a device. The same browser comes back with the same endpoint and auth value: whoever is logged in there now gets
 * its notices, and nobody else (PUSH-16). Only one who knows the auth value can take an endpoint over.
 *
 * @returns undefined when the endpoint belongs to another auth value, or the auth value to another endpoint.
 */
export async function storeDevice(db: Db, device: NewDevice): Promise<SubscriptionRow | undefined> {
  const added = await db
    .insertInto('push_subscriptions')
    .values(device)
    // Both columns are unique, and only one of two engines takes two targets.
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

/** Devices of one session, or all of a person's: nobody is to read there what comes next. */
export const forgetDevices = (db: Db, by: { sessionId: string } | { userId: number }) =>
  db
    .deleteFrom('push_subscriptions')
    .where('sessionId' in by ? 'session_id' : 'user_id', '=', 'sessionId' in by ? by.sessionId : by.userId)
    .execute();

/** The brand of each person's school; nobody without one. */
export async function brandsOf(db: Db, userIds: readonly number[]): Promise<Map<number, BrandKey>> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .innerJoin('companies', 'companies.id', 'drive_users.company_id')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.id', 'schools.marca'])
    .where('users.id', 'in', userIds)
    .execute();
  return new Map(rows.map(({ id, marca }) => [id, marca]));
}
