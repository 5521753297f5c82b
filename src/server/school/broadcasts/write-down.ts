import { usedPlaceholders } from '#lib/rules/broadcasts/placeholders.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { School } from '../../core/http/ctx.ts';
import { queueDeliveries } from '../../messages/devices/queue-deliveries.ts';
import { noteLeftOut } from './limits.ts';
import { fillText, personalOf } from './personal.ts';
import { audienceOf } from './present.ts';
import type { BroadcastRow } from './queries.ts';
import { dueTimes } from './start-broadcasts.ts';
import { tellGuardians } from './tell-guardians.ts';

export interface Reader {
  id: number;
  /** The person switched off pushes of this kind. */
  isOptedOut: boolean;
  /** A minor, and the message is about bills: the guardian gets it. */
  isThroughGuardian: boolean;
  /** Without a device, the person gets it by mail. */
  isMailed: boolean;
  /** The person has had the most messages already. */
  isLeftOut: boolean;
}

interface Written {
  withoutPush: number;
  optedOut: number;
  guardians: number;
  mails: number;
  leftOut: number;
}
interface Words {
  title: string;
  body: string;
}
type Device = Awaited<ReturnType<typeof devicesOf>>[number];

/**
 * Writes a broadcast down for some people inside a transaction: a notice for each person, also without a push, and a
 * delivery for each device, or a mail. For bills of minors it tells their guardians instead. It notes who is left out.
 *
 * @returns people without a device, people who switched pushes off, people whose guardians are told, mails, and people
 *   who are left out.
 */
export async function writeDown(
  tx: Db,
  school: School,
  row: BroadcastRow,
  everybody: readonly Reader[],
  at: Date,
): Promise<Written> {
  const all = everybody.filter(({ isLeftOut }) => !isLeftOut);
  const left = everybody.filter(({ isLeftOut }) => isLeftOut).map(({ id }) => id);
  await noteLeftOut(tx, row.id, left);
  const none = { withoutPush: 0, optedOut: 0, guardians: 0, mails: 0, leftOut: left.length };
  if (all.length === 0) return none;
  const ids = all.map(({ id }) => id);
  const isPersonal = usedPlaceholders(row.title, row.body).length > 0;
  const { turma_ids: turmaIds } = audienceOf(row);
  const values = isPersonal ? await personalOf(tx, school, { userIds: ids, turmaIds }, at) : new Map();
  const wordsOf = new Map<number, Words>(ids.map((id) => [id, fillText(row, values.get(id) ?? {})]));
  const readers = all.filter(({ isThroughGuardian }) => !isThroughGuardian);
  const own = readers.map(({ id }) => id);
  await tellGuardians(
    tx,
    school,
    row,
    pick(
      wordsOf,
      all.filter(({ isThroughGuardian }) => isThroughGuardian),
    ),
    at,
  );
  const guardians = all.length - readers.length;
  if (own.length === 0) return { ...none, guardians };
  await writeNotices(tx, row, pick(wordsOf, readers), at);

  const devices = await devicesOf(tx, row, own);
  const reached = new Set(devices.map(({ user_id }) => user_id));
  const optedOut = new Set(readers.filter(({ id, isOptedOut }) => isOptedOut && reached.has(id)).map(({ id }) => id));
  if (devices.length > 0) {
    const texts = [...reached].map((id) => wordsOf.get(id) as Words);
    const messages = await messagesFor(tx, row, texts, isPersonal, at);
    const messageOf = ({ user_id }: Device) => messages.get(keyOf(wordsOf.get(user_id) as Words)) as number;
    await queue(tx, school, row, { devices, optedOut, messageOf }, at);
  }
  const mailed = readers.filter(({ id, isMailed }) => isMailed && !reached.has(id)).map(({ id }) => id);
  await queueMails(tx, school, row, mailed, at);
  const [withoutPush, mails] = [readers.length - reached.size, mailed.length];
  return { ...none, withoutPush, optedOut: optedOut.size, guardians, mails };
}

/** Mails wait for the end of quiet hours as pushes do. */
async function queueMails(tx: Db, school: School, row: BroadcastRow, userIds: readonly number[], at: Date) {
  if (userIds.length === 0) return;
  const timesOf = await dueTimes(tx, school, row, userIds, at);
  await tx
    .insertInto('sending_mails')
    .values(
      userIds.map((user_id) => ({
        sending_id: row.id,
        user_id,
        due_at: timesOf(user_id).due_at,
        queued_at: null,
      })),
    )
    .onConflict((known) => known.doNothing())
    .execute();
}

const pick = (wordsOf: ReadonlyMap<number, Words>, readers: readonly Reader[]) =>
  new Map(readers.map(({ id }) => [id, wordsOf.get(id) as Words]));

/** Sets `pushed_at`, because the deliveries are written here. */
const writeNotices = (tx: Db, { id, link, category }: BroadcastRow, words: ReadonlyMap<number, Words>, at: Date) =>
  tx
    .insertInto('notices')
    .values(
      [...words].map(([user_id, { title, body }]) => ({
        user_id,
        title,
        body,
        path: link,
        category,
        created_at: at.toISOString(),
        read_at: null,
        chave: `envio:${id}`,
        sending_id: id,
        pushed_at: at.toISOString(),
      })),
    )
    .onConflict((known) => known.columns(['user_id', 'chave']).doNothing())
    .execute();

/** Locks the devices until the end: a device that leaves meanwhile would make the insert fail. */
function devicesOf(tx: Db, row: BroadcastRow, userIds: readonly number[]) {
  const { device_type } = audienceOf(row);
  let query = tx
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id', 'device_type', 'platform'])
    .where('user_id', 'in', [...userIds]);
  if (device_type) query = query.where('device_type', '=', device_type);
  return locked(tx, query.orderBy('id'), 'key share').execute();
}

const keyOf = ({ title, body }: Words) => JSON.stringify([title, body]);

/** One message for each text: readers of the same words share it. @returns ids by text */
async function messagesFor(
  tx: Db,
  row: BroadcastRow,
  texts: readonly Words[],
  isPersonal: boolean,
  at: Date,
): Promise<Map<string, number>> {
  // A broadcast with one text for all may have its message from an earlier batch.
  const known = isPersonal ? [] : await sharedMessage(tx, row.id);
  const found = new Map(known.map((message) => [keyOf(message), message.id]));
  const missing = new Map(texts.map((words) => [keyOf(words), words] as const).filter(([key]) => !found.has(key)));
  if (missing.size === 0) return found;
  const made = await tx
    .insertInto('push_messages')
    .values(
      [...missing.values()].map(({ title, body }) => ({
        sending_id: row.id,
        notice_id: null,
        title,
        body,
        path: row.link,
        tag: `envio-${row.id}`,
        icon_url: row.icon_url,
        image_url: row.image_url,
        urgency: row.urgency,
        respect_quiet_hours: row.respect_quiet_hours,
        created_at: at.toISOString(),
      })),
    )
    .returning(['id', 'title', 'body'])
    .execute();
  for (const message of made) found.set(keyOf(message), message.id);
  return found;
}

const sharedMessage = (tx: Db, broadcastId: number) =>
  tx
    .selectFrom('push_messages')
    .select(['id', 'title', 'body'])
    .where('sending_id', '=', broadcastId)
    .orderBy('id')
    .limit(1)
    .execute();

interface ToQueue {
  devices: readonly Device[];
  optedOut: ReadonlySet<number>;
  messageOf: (device: Device) => number;
}

/** People who switched pushes off are in the log too, so that the school sees why nothing came. */
const silenced = { state: 'silenciada', due_at: null, expires_at: null } as const;

async function queue(
  tx: Db,
  school: School,
  row: BroadcastRow,
  { devices, optedOut, messageOf }: ToQueue,
  at: Date,
): Promise<void> {
  const users = new Set(devices.map(({ user_id }) => user_id).filter((id) => !optedOut.has(id)));
  const timesOf = await dueTimes(tx, school, row, [...users], at);
  const rows = devices.map((device) => ({
    user_id: device.user_id,
    subscription_id: device.id,
    device_type: device.device_type,
    platform: device.platform,
    message_id: messageOf(device),
    sending_id: row.id,
    kind: 'envio' as const,
    ...(optedOut.has(device.user_id) ? silenced : timesOf(device.user_id)),
  }));
  // A device that changed its user since the last batch has this message already; it is skipped.
  await queueDeliveries(tx, rows, at);
}
