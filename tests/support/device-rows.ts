import { createECDH, randomBytes } from 'node:crypto';
import type { School } from '../../src/server/core/http/ctx.ts';
import type { Content } from '../../src/server/messages/devices/claim-deliveries.ts';
import { pushRow } from '../../src/server/messages/devices/queue-deliveries.ts';
import type { Device } from './push-service.ts';

const CHUNK = 500;
const MINUTE_MS = 60_000;

/** One browser's keys, for devices whose messages no test reads one by one. */
export const sharedCurve = createECDH('prime256v1');
const p256dh = sharedCurve.generateKeys('base64url', 'uncompressed');

/** A device below an address, with the shared keys and its own secret. */
export const deviceAt = (endpoint: string): Device => ({
  endpoint,
  p256dh,
  auth: randomBytes(16).toString('base64url'),
});

/** Stores devices of one person. @returns their ids, in order */
export async function addDevices({ db, now }: School, userId: number, devices: readonly Device[]): Promise<number[]> {
  const at = now().toISOString();
  const ids: number[] = [];
  for (let from = 0; from < devices.length; from += CHUNK) {
    const rows = await db
      .insertInto('push_subscriptions')
      .values(
        devices.slice(from, from + CHUNK).map((device) => ({
          ...device,
          user_id: userId,
          is_pwa: false,
          device_type: 'mobile' as const,
          platform: 'android' as const,
          session_id: 'test',
          created_at: at,
          updated_at: at,
          last_ok_at: null,
          last_error: null,
        })),
      )
      .returning('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

interface ToQueue extends Partial<Content> {
  dueInMs?: number;
  expiresInMs?: number | null;
}

/** Queues a push for devices of one person. @returns its deliveries, in the order of the devices */
export async function queueMessage(
  { db, now }: School,
  userId: number,
  deviceIds: readonly number[],
  { dueInMs = 0, expiresInMs = 60 * MINUTE_MS, ...given }: ToQueue = {},
): Promise<number[]> {
  const at = now();
  const later = (ms: number) => new Date(at.getTime() + ms).toISOString();
  const content: Content = {
    title: 'Aula cancelada',
    body: 'A aula de hoje não acontece.',
    path: '/pedagogico/list',
    tag: 'aula-7',
    icon_url: null,
    image_url: null,
    urgency: 'normal',
    respect_quiet_hours: false,
    ...given,
  };
  const times = { due_at: later(dueInMs), expires_at: expiresInMs === null ? null : later(expiresInMs) };
  const ids: number[] = [];
  for (let from = 0; from < deviceIds.length; from += CHUNK) {
    const rows = deviceIds
      .slice(from, from + CHUNK)
      .map((id) =>
        pushRow(
          { user_id: userId, kind: 'aviso', content, ...times },
          { id, device_type: 'mobile', platform: 'android' },
          at,
        ),
      );
    const made = await db.insertInto('deliveries').values(rows).returning('id').execute();
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

/** The results of a message on its devices, in the order of the deliveries. */
export const deliveriesOf = ({ db }: School, ids: readonly number[]) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '>=', Math.min(...ids))
    .where('id', '<=', Math.max(...ids))
    .orderBy('id')
    .execute();
