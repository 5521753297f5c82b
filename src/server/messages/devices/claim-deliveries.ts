import { randomBytes } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { BrandKey } from '#lib/brand.ts';
import type { QuietHours } from '#lib/rules/inbox/quiet-hours.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { School } from '../../core/http/ctx.ts';
import type { Schema } from '../../tables.ts';
import { brandsOf, type SubscriptionRow } from './queries.ts';
import { quietHoursOf } from './quiet-hours.ts';

/** A delivery that this process holds until `claimedUntil`, with all data for sending. */
export interface Claimed {
  id: number;
  userId: number;
  token: string;
  attempts: number;
  broadcastId: number | null;
  expiresAt: Date | null;
  claimedUntil: string;
  message: Message | undefined;
  /** undefined: the device is gone. It may have another user by now. */
  device: Pick<SubscriptionRow, 'id' | 'user_id' | 'endpoint' | 'p256dh' | 'auth'> | undefined;
  brand: BrandKey;
  unread: number;
  /** Quiet hours, if they apply to this message. */
  quiet: (QuietHours & { zone: string }) | undefined;
}

interface Message {
  id: number;
  title: string;
  body: string;
  path: string;
  tag: string;
  icon_url: string | null;
  image_url: string | null;
  urgency: 'normal' | 'high';
  respect_quiet_hours: boolean;
}

/**
 * Claims due deliveries, the oldest first. A claim expires by itself, so deliveries of a dead process come back;
 * processes claim different ones.
 */
export async function claimDeliveries(
  school: Pick<School, 'db' | 'config' | 'now'>,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Claimed[]> {
  const { db } = school;
  const now = school.now();
  const claimedUntil = new Date(now.getTime() + leaseMs).toISOString();
  const rows = await takeRows(db, now.toISOString(), claimedUntil, limit);
  if (rows.length === 0) return [];
  const distinct = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const userIds = distinct(rows.map(({ user_id }) => user_id));
  const [messages, devices, people, unread] = await Promise.all([
    messagesOf(db, distinct(rows.map(({ message_id }) => message_id))),
    devicesBy(db, distinct(rows.map(({ subscription_id }) => subscription_id))),
    brandsOf(db, userIds),
    unreadOf(db, userIds),
  ]);
  const restless = rows.filter(({ message_id }) => messages.get(message_id ?? 0)?.respect_quiet_hours);
  const quiet = await quietHoursOf(school, distinct(restless.map(({ user_id }) => user_id)));
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      const message = messages.get(row.message_id ?? 0);
      return {
        id: row.id,
        userId: row.user_id,
        token: row.token,
        attempts: row.attempts,
        broadcastId: row.sending_id,
        expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
        claimedUntil,
        message,
        device: devices.get(row.subscription_id ?? 0),
        brand: people.get(row.user_id) ?? 'knn',
        unread: unread.get(row.user_id) ?? 0,
        quiet: message?.respect_quiet_hours ? quiet.get(row.user_id) : undefined,
      };
    });
}

function takeRows(db: Db, now: string, claimedUntil: string, limit: number) {
  const due = db
    .selectFrom('push_deliveries')
    .select('id')
    // A literal, to match the partial index.
    .where('state', '=', sql.lit('na_fila'))
    .where('due_at', '<=', now)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<', now)]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit);
  return db
    .with('due', () => locked(db, due, 'skip'))
    .updateTable('push_deliveries')
    .set({ claimed_until: claimedUntil })
    .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
    .returning(['id', 'user_id', 'subscription_id', 'message_id', 'sending_id', 'token', 'attempts', 'expires_at'])
    .execute();
}

async function messagesOf(db: Db, ids: readonly number[]): Promise<Map<number, Message>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('push_messages')
    .select(['id', 'title', 'body', 'path', 'tag', 'icon_url', 'image_url', 'urgency', 'respect_quiet_hours'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function devicesBy(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id', 'endpoint', 'p256dh', 'auth'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function unreadOf(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('notices')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('unread')])
    .where('user_id', 'in', userIds)
    .where('read_at', 'is', null)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, unread }) => [user_id, Number(unread)]));
}

type Row = Insertable<Schema['push_deliveries']>;

/** One message for one device. It goes out no earlier than `due_at` and no later than `expires_at`, both instants. */
export interface NewDelivery
  extends Pick<Row, 'user_id' | 'subscription_id' | 'message_id' | 'sending_id' | 'kind' | 'device_type' | 'platform'> {
  due_at: string | null;
  expires_at: string | null;
  /** `silenciada`: the reader switched off pushes of this kind. It is never sent, but the log shows it. */
  state?: 'na_fila' | 'silenciada';
  /** The process that writes the row sends it too, until then. */
  claimed_until?: string;
}

/** A new delivery row: the only place that knows all its columns. */
export const deliveryRow = (delivery: NewDelivery, at: Date): Row & { token: string } => ({
  state: 'na_fila',
  claimed_until: null,
  ...delivery,
  token: randomBytes(18).toString('base64url'),
  attempts: 0,
  last_status: null,
  reason: null,
  at: at.toISOString(),
});
