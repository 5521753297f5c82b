import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Schema } from '../../tables.ts';
import type { Content } from './claim-deliveries.ts';
import type { Ready } from './deliver.ts';

type Row = Insertable<Schema['deliveries']>;

/** A push to each device of a person. It is sent no earlier than `due_at` and no later than `expires_at`, both instants. */
export interface Push extends Pick<Row, 'user_id' | 'kind'> {
  notice_id?: number;
  /** The content, if it is not a notice. */
  content?: Content;
  /** The broadcast that the notice shows. */
  sending_id?: number;
  due_at: string | null;
  /** Never bundled with other notices. */
  pressing?: boolean;
  expires_at: string | null;
  /** `silenciada`: the reader switched off pushes of this kind. It is never sent, but the log shows it. */
  status?: 'na_fila' | 'silenciada';
}

type Device = Pick<Schema['push_subscriptions'], 'user_id' | 'device_type' | 'platform'> & { id: number };

const CHUNK = 250;

/**
 * Queues pushes for the devices of their readers, each once for a device. The sender is woken after the commit.
 *
 * @param tx the transaction that wrote the notices
 * @param deviceType only devices of this type
 * @returns the devices of the readers
 */
export async function queuePushes(
  tx: Db,
  at: Date,
  pushes: readonly Push[],
  deviceType?: Device['device_type'] | null,
): Promise<Device[]> {
  if (pushes.length === 0) return [];
  const devices = await heldDevices(tx, [...new Set(pushes.map(({ user_id }) => user_id))], deviceType);
  const devicesOf = Map.groupBy(devices, ({ user_id }) => user_id);
  const rows = pushes.flatMap((push) => (devicesOf.get(push.user_id) ?? []).map((device) => pushRow(push, device, at)));
  for (let from = 0; from < rows.length; from += CHUNK) {
    await tx
      .insertInto('deliveries')
      .values(rows.slice(from, from + CHUNK))
      .onConflict((known) => known.doNothing())
      .execute();
  }
  return devices;
}

/** Locks the devices until the end of the transaction: if a device were removed meanwhile, the insert would fail. */
function heldDevices(tx: Db, userIds: readonly number[], deviceType?: Device['device_type'] | null): Promise<Device[]> {
  const devices = tx
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id', 'device_type', 'platform'])
    .where('user_id', 'in', userIds)
    .$if(deviceType != null, (query) => query.where('device_type', '=', deviceType as Device['device_type']))
    .orderBy('id');
  return locked(tx, devices, 'key share').execute();
}

/** The row of a push to a device: the only place that sets all its columns. */
export const pushRow = (
  { content, ...push }: Push & { claimed_until?: string },
  { id, device_type, platform }: Omit<Device, 'user_id'>,
  at: Date,
): Row & { token: string } => ({
  status: 'na_fila',
  notice_id: null,
  sending_id: null,
  ...push,
  target: 'push',
  content: content ? JSON.stringify(content) : null,
  subscription_id: id,
  device_type,
  platform,
  token: newToken(),
  at: at.toISOString(),
});

/** A delivery to a person by mail, or in the inbox of a minor's guardian. */
export interface MailOrInbox extends Pick<Row, 'user_id' | 'kind'> {
  target: 'mail' | 'inbox';
  due_at: string;
  notice_id?: number;
  sending_id?: number;
  /** The content, if it is not a notice of the person. */
  content?: { title: string; body: string; path: string };
  /** Written once for each key. */
  key?: string;
  /** The address of a mail to a guardian. */
  reader?: string | null;
}

/** Queues mails, and records deliveries already in an inbox. @returns the keys that are new */
export async function queueMailsAndInbox(tx: Db, at: Date, mails: readonly MailOrInbox[]): Promise<Set<string>> {
  if (mails.length === 0) return new Set();
  const rows = await tx
    .insertInto('deliveries')
    .values(
      mails.map(({ notice_id = null, sending_id = null, key = null, reader = null, content, ...mail }) => ({
        ...{ ...mail, notice_id, sending_id, key, reader, at: at.toISOString() },
        content: content ? JSON.stringify(content) : null,
        status: mail.target === 'mail' ? ('na_fila' as const) : ('aceita' as const),
      })),
    )
    .onConflict((known) => known.doNothing())
    .returning('key')
    .execute();
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** A delivery to a person by WhatsApp: a notice, or an answer to the person's message. */
export interface ByWhatsapp extends Pick<Row, 'user_id' | 'due_at' | 'expires_at'> {
  notice_id?: number;
  /** The message of staff that the notice shows. */
  sending_id?: number;
  content?: { title: string; body: string };
  /** Written once for each key. */
  key: string;
  pressing?: boolean;
  /** When its reader is notified by another target. */
  fallback_at?: string;
}

/** Queues messages for WhatsApp, each once for its key. */
export async function queueByWhatsapp(tx: Db, at: Date, messages: readonly ByWhatsapp[]): Promise<void> {
  if (messages.length === 0) return;
  await tx
    .insertInto('deliveries')
    .values(
      messages.map(({ content, ...message }) => ({
        ...{ notice_id: null, sending_id: null, fallback_at: null, pressing: false, ...message },
        kind: message.sending_id === undefined ? ('aviso' as const) : ('envio' as const),
        ...{ target: 'whatsapp' as const, status: 'na_fila' as const, at: at.toISOString() },
        content: content ? JSON.stringify(content) : null,
        token: newToken(),
      })),
    )
    .onConflict((known) => known.doNothing())
    .execute();
}

const newToken = () => randomBytes(18).toString('base64url');

const find = prepared((db, id: number, claim: string, device: number, user: number) =>
  db
    .selectFrom('deliveries')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'deliveries.subscription_id')
    .select('deliveries.id')
    .where('deliveries.id', '=', id)
    .where('deliveries.status', '=', 'na_fila')
    .where('deliveries.claimed_until', '=', claim)
    .where('push_subscriptions.id', '=', device)
    .where('push_subscriptions.user_id', '=', user),
);

/** Whether a delivery claimed a while ago still waits, and its device still belongs to its reader. */
export async function isStillWanted(db: Db, { id, claimedUntil, device, userId }: Ready): Promise<boolean> {
  return (await find(db, id, claimedUntil, device.id, userId)).length > 0;
}
