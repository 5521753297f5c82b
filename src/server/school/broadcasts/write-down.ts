import { usedPlaceholders } from '#lib/rules/broadcasts/placeholders.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { queueMailsAndInbox, queuePushes } from '../../messages/devices/queue-deliveries.ts';
import { writeNotices } from '../../messages/inbox/notify.ts';
import { goingByWhatsapp, queueNotices } from '../../messages/whatsapp/queue.ts';
import { noteLeftOut } from './limits.ts';
import { notifyGuardians } from './notify-guardians.ts';
import { fillText, personalOf } from './personal.ts';
import { audienceOf } from './present.ts';
import type { BroadcastRow } from './queries.ts';
import { dueTimes } from './start-broadcasts.ts';

export interface Reader {
  id: number;
  /** The person switched off pushes of this kind. */
  isOptedOut: boolean;
  /** A minor, and the message is about bills: the guardian gets it instead. */
  isThroughGuardian: boolean;
  /** Without a device, the person gets it by mail. */
  isMailed: boolean;
  /** The person has reached the message limit. */
  isLeftOut: boolean;
}

interface Written {
  withoutPush: number;
  optedOut: number;
  guardians: number;
  mails: number;
  whatsapps: number;
  leftOut: number;
}
interface Words {
  title: string;
  body: string;
}

/**
 * Writes a broadcast down for some people inside a transaction: a notice for each person, also without a push, and a delivery for
 * each device, or a mail. For bills of minors it notifies their guardians instead. It records who is left out.
 *
 * @returns people without a device, people who switched pushes off, people whose guardians are notified, mails, and people who
 *   are left out.
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
  const none = { withoutPush: 0, optedOut: 0, guardians: 0, mails: 0, whatsapps: 0, leftOut: left.length };
  if (all.length === 0) return none;
  const ids = all.map(({ id }) => id);
  const isPersonal = usedPlaceholders(row.title, row.body).length > 0;
  const { turma_ids: turmaIds } = audienceOf(row);
  const values = isPersonal ? await personalOf(tx, school, { userIds: ids, turmaIds }, at) : new Map();
  const wordsOf = new Map<number, Words>(ids.map((id) => [id, fillText(row, values.get(id) ?? {})]));
  const readers = all.filter(({ isThroughGuardian }) => !isThroughGuardian);
  const own = readers.map(({ id }) => id);
  await notifyGuardians(
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
  return { ...none, guardians, ...(await queue(tx, school, row, { readers, wordsOf }, at)) };
}

const pick = (wordsOf: ReadonlyMap<number, Words>, readers: readonly Reader[]) =>
  new Map(readers.map(({ id }) => [id, wordsOf.get(id) as Words]));

/** People who switched pushes off are in the log too, so that the school sees the reason. */
const silenced = { status: 'silenciada', due_at: null, expires_at: null } as const;

/**
 * Writes a notice for each person, and queues its pushes, or a mail for people without a device. If the author wants it, readers
 * who opted in get it by WhatsApp, with the other targets as a fallback (0194). All wait for the end of quiet hours. A device
 * that changed its user meanwhile already has the message.
 */
async function queue(
  tx: Db,
  school: School,
  row: BroadcastRow,
  { readers, wordsOf }: { readers: readonly Reader[]; wordsOf: ReadonlyMap<number, Words> },
  at: Date,
): Promise<Pick<Written, 'withoutPush' | 'optedOut' | 'mails' | 'whatsapps'>> {
  const ids = readers.map(({ id }) => id);
  const written = await writeNotices(
    tx,
    at,
    ids.map((id) => ({
      ...{ user_id: id, ...(wordsOf.get(id) as Words), path: row.link, category: row.category },
      ...{ chave: `envio:${row.id}`, sending_id: row.id, expires_at: null },
    })),
  );
  const timesOf = await dueTimes(tx, school, row, ids, at);
  const notices = written.map(({ id, user_id }) => ({
    ...{ user_id, notice_id: id, sending_id: row.id, kind: 'envio' as const },
    ...timesOf(user_id),
  }));
  const having = (quality: (reader: Reader) => boolean) => new Set(readers.filter(quality).map(({ id }) => id));
  const optedOut = having(({ isOptedOut }) => isOptedOut);
  const wanted = written.filter(({ user_id }) => !optedOut.has(user_id));
  const ofStaff = wanted.map((notice) => ({ ...notice, sending_id: row.id }));
  const going = row.by_whatsapp ? await goingByWhatsapp(tx, at, ofStaff) : new Set<number>();
  const byWhatsapp = notices.filter(({ notice_id }) => going.has(notice_id));
  await queueNotices(
    tx,
    at,
    byWhatsapp.map(({ kind: _, ...notice }) => ({ ...notice, expires_at: null, pressing: false })),
  );
  const others = notices.filter(({ notice_id }) => !going.has(notice_id));
  const pushes = others.map((notice) => ({ ...notice, ...(optedOut.has(notice.user_id) && silenced) }));
  const devices = await queuePushes(tx, at, pushes, audienceOf(row).device_type);
  const reached = new Set(devices.map(({ user_id }) => user_id));
  const mailed = having(({ id, isMailed }) => isMailed && !reached.has(id));
  const mails = others.filter(({ user_id }) => mailed.has(user_id));
  await queueMailsAndInbox(
    tx,
    at,
    mails.map(({ expires_at: _, ...mail }) => ({ ...mail, target: 'mail' as const })),
  );
  return {
    withoutPush: readers.length - byWhatsapp.length - reached.size,
    optedOut: [...optedOut].filter((id) => reached.has(id)).length,
    mails: mails.length,
    whatsapps: byWhatsapp.length,
  };
}
