import { afterQuiet, type QuietHours } from '#lib/rules/inbox/quiet-hours.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { School } from '../../core/http/ctx.ts';
import { type DeliveryToQueue, queueDeliveries } from '../devices/queue-deliveries.ts';
import { quietHoursOf } from '../devices/quiet-hours.ts';
import { staffKindOf } from './staff-kinds.ts';

const AT_ONCE = 200;
const BATCHES = 10;
/** A phone that was off for longer gets no old pushes; the notice centre has them. */
const WORTH_MS = 3 * DAY_MS;

/**
 * Turns notices without a push into messages for the person's devices. It skips categories that the person switched
 * off, waits for the end of quiet hours, and stops when the event begins. Each notice is pushed once, in any number of
 * processes.
 */
export async function pushNotices(school: School): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const taken = await pushBatch(school);
    if (taken < AT_ONCE) return;
  }
}

async function pushBatch(school: School): Promise<number> {
  const waiting = await waitingNotices(school.db).execute();
  if (waiting.length === 0) return 0;
  // Read outside the transaction: SQLite may have only one connection.
  const hours = await quietHoursOf(school, [...new Set(waiting.map(({ user_id }) => user_id))]);
  const added = await school.db.transaction().execute(async (tx) => {
    const at = school.now();
    const claimed = await claim(tx, waiting, at);
    const wanted = await wantedOnes(tx, claimed);
    const devices = await devicesOf(tx, wanted);
    const due = wanted.flatMap((notice) => {
      const own = devices.filter(({ user_id }) => user_id === notice.user_id);
      const times = timesOf(notice, hours.get(notice.user_id), at);
      return own.length > 0 && times ? [{ notice, devices: own, times }] : [];
    });
    return queue(tx, due, at);
  });
  if (added > 0) school.wakeSender();
  return waiting.length;
}

const waitingNotices = (db: Db) =>
  db
    .selectFrom('notices')
    .select(['id', 'user_id', 'title', 'body', 'path', 'category', 'chave', 'created_at', 'expires_at'])
    .where('pushed_at', 'is', null)
    .orderBy('id')
    .limit(AT_ONCE);

type Waiting = Awaited<ReturnType<ReturnType<typeof waitingNotices>['execute']>>[number];

/** Claims notices that no other process has. One commit keeps their mark and their deliveries. */
async function claim(tx: Db, waiting: readonly Waiting[], at: Date): Promise<Waiting[]> {
  const ids = waiting.map(({ id }) => id);
  const free = await locked(
    tx,
    tx.selectFrom('notices').select('id').where('id', 'in', ids).where('pushed_at', 'is', null).orderBy('id'),
    'skip',
  ).execute();
  if (free.length === 0) return [];
  const mine = new Set(free.map(({ id }) => id));
  await tx
    .updateTable('notices')
    .set({ pushed_at: at.toISOString() })
    .where('id', 'in', [...mine])
    .execute();
  return waiting.filter(({ id }) => mine.has(id));
}

/** Leaves out what the person switched off: a category, or a kind for staff. The notice centre still shows it. */
async function wantedOnes(tx: Db, notices: readonly Waiting[]): Promise<Waiting[]> {
  if (notices.length === 0) return [];
  const off = await tx
    .selectFrom('notification_preferences')
    .select(['user_id', 'category'])
    .where('user_id', 'in', [...new Set(notices.map(({ user_id }) => user_id))])
    .where('enabled', '=', false)
    .execute();
  const isOff = new Set(off.map(({ user_id, category }) => `${user_id} ${category}`));
  return notices.filter(({ user_id, category, chave }) => !isOff.has(`${user_id} ${staffKindOf(chave) ?? category}`));
}

async function devicesOf(tx: Db, notices: readonly Waiting[]) {
  if (notices.length === 0) return [];
  return tx
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id', 'device_type', 'platform'])
    .where('user_id', 'in', [...new Set(notices.map(({ user_id }) => user_id))])
    .orderBy('id')
    .execute();
}

/** When it may be pushed. @returns null if it would come too late */
function timesOf(
  { created_at, expires_at }: Waiting,
  quiet: (QuietHours & { zone: string }) | undefined,
  at: Date,
): { dueAt: string; expiresAt: string } | null {
  const due = quiet ? afterQuiet(at, quiet, quiet.zone) : at;
  const last = expires_at ?? new Date(Date.parse(created_at) + WORTH_MS).toISOString();
  return due.toISOString() < last ? { dueAt: due.toISOString(), expiresAt: last } : null;
}

interface Due {
  notice: Waiting;
  devices: Awaited<ReturnType<typeof devicesOf>>;
  times: { dueAt: string; expiresAt: string };
}

async function queue(tx: Db, due: readonly Due[], at: Date): Promise<number> {
  if (due.length === 0) return 0;
  const messages = await tx
    .insertInto('push_messages')
    .values(
      due.map(({ notice: { id, title, body, path, expires_at } }) => ({
        sending_id: null,
        notice_id: id,
        title,
        body,
        path,
        tag: `aviso-${id}`,
        icon_url: null,
        image_url: null,
        urgency: expires_at === null ? ('normal' as const) : ('high' as const),
        respect_quiet_hours: true,
        created_at: at.toISOString(),
      })),
    )
    .returning(['id', 'notice_id'])
    .execute();
  const messageOf = new Map(messages.map(({ id, notice_id }) => [notice_id, id]));
  const rows = due.flatMap(({ notice: { id, user_id }, devices, times: { dueAt, expiresAt } }) =>
    devices.map(
      ({ id: subscription_id, device_type, platform }): DeliveryToQueue => ({
        user_id,
        subscription_id,
        message_id: messageOf.get(id) as number,
        sending_id: null,
        kind: 'aviso',
        device_type,
        platform,
        due_at: dueAt,
        expires_at: expiresAt,
      }),
    ),
  );
  return queueDeliveries(tx, rows, at);
}
