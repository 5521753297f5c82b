import type { NoticeCategory, NoticeKind } from '#lib/contract/inbox.schema.ts';
import { clip } from '#lib/format/text.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { bundleTimes } from '../devices/bundle-times.ts';
import { queueMailsAndInbox, queuePushes } from '../devices/queue-deliveries.ts';
import { goingByWhatsapp, queueNotices } from '../whatsapp/queue.ts';
import { guardiansAmong } from './guardian-accounts.ts';
import {
  BODY_LENGTH,
  FAMILY_KINDS,
  kinds,
  type NoticeParams,
  type NoticeText,
  noticeText,
  staffKindOf,
  TITLE_LENGTH,
} from './kinds.ts';

/** An event for a person. */
export interface NoticeEvent<Kind extends NoticeKind = NoticeKind> {
  userId: number;
  kind: Kind;
  /** The subject, such as an order and its status: each is notified of once. At most 60 characters. */
  about: string;
  params: NoticeParams[Kind];
  /** The person whose school's settings apply. Absent: the reader. */
  ofUserId?: number;
  /** When the event begins: no push after that. */
  expiresAt?: string;
  /** Urgent: a reader without a device gets a mail. */
  isPressing?: boolean;
  /** Also mailed to readers with a device. */
  isMailed?: boolean;
  /** No push and no mail before that. Absent: at once; pushes then wait for the end of the reader's quiet hours. */
  dueAt?: string;
}

const MAX_EVENTS = 500;

/** Kinds that readers wait for, which are never delayed. */
const atOnce: ReadonlySet<NoticeKind> = new Set(['falta_registrada', 'mensagem_da_turma']);

/**
 * Whether a notice may be bundled with others of the same hour: not if it is urgent, about something that begins, or about a
 * bill, which may be paid by then.
 */
const canWait = ({ kind, isPressing, expiresAt }: Pick<NoticeEvent, 'kind' | 'isPressing' | 'expiresAt'>) =>
  !isPressing && expiresAt === undefined && kinds[kind].category !== 'financeiro' && !atOnce.has(kind);

/** The key of an event. */
export const keyOf = (kind: NoticeKind, about: string | number) => `${kind}:${about}`;

/**
 * Writes the notice of an event, once for each person, and queues its pushes. If the school's manager switched the kind off,
 * it writes nothing.
 *
 * @param tx the transaction in which the event happens
 * @returns whether the notice is new
 */
export const notify = async <Kind extends NoticeKind>(tx: Db, at: Date, event: NoticeEvent<Kind>): Promise<boolean> =>
  (await notifyAll(tx, at, [event])) > 0;

/** As `notify`, for many events of one kind. Guardians of minors get a copy of family kinds. @returns how many notices are new */
export async function notifyAll<Kind extends NoticeKind>(
  tx: Db,
  at: Date,
  ofStudents: readonly NoticeEvent<Kind>[],
): Promise<number> {
  const events = [...ofStudents, ...(await copiesForGuardians(tx, at, ofStudents))];
  let written = 0;
  for (let from = 0; from < events.length; from += MAX_EVENTS) {
    const some = events.slice(from, from + MAX_EVENTS);
    const silent = await silentFor(tx, some);
    const rows = some
      .filter(({ userId, ofUserId = userId }) => !silent.has(ofUserId))
      .map((event) => {
        const { userId, ofUserId = userId, kind, about, params, expiresAt = null } = event;
        const { isPressing = false, isMailed = false, dueAt } = event;
        return {
          user_id: userId,
          isOfChild: isOfFamily(kind) && ofUserId !== userId,
          category: kinds[kind].category,
          chave: keyOf(kind, about),
          expires_at: expiresAt,
          canWait: canWait(event),
          ...{ isPressing, isMailed, dueAt },
          ...noticeText(kind, params),
        };
      });
    written += (await write(tx, at, rows)).written;
  }
  return written;
}

/** The subject of a child's event for the guardian, since two children may have the same subject. */
const ofChild = (about: string, id: number) => `${about}:f${id}`;

const isOfFamily = (kind: NoticeKind) => (FAMILY_KINDS as readonly string[]).includes(kind);

/** The same events for the accounts of the guardians of minors, once for each child, with texts that name the child. */
async function copiesForGuardians<Kind extends NoticeKind>(
  tx: Db,
  at: Date,
  events: readonly NoticeEvent<Kind>[],
): Promise<NoticeEvent<Kind>[]> {
  const first = events[0];
  if (!first || !isOfFamily(first.kind)) return [];
  const guardians = await guardiansAmong(
    tx,
    at,
    events.map(({ userId }) => userId),
  );
  return events.flatMap((event) => {
    const found = guardians.get(event.userId);
    if (!found) return [];
    const { guardian, name } = found;
    const params = { ...event.params, de: name, filho: event.userId };
    return [{ ...event, userId: guardian, ofUserId: event.userId, about: ofChild(event.about, event.userId), params }];
  });
}

/**
 * Writes a notice outside the list of kinds: managers cannot switch it off.
 *
 * @returns whether it is new, and the reader did not switch off its category
 */
export const notifyPerson = async (
  tx: Db,
  at: Date,
  {
    userId,
    category,
    title,
    body,
    path,
    chave = null,
    isPressing = false,
    dueAt,
  }: NoticeText & {
    userId: number;
    category: NoticeCategory;
    chave?: string | null;
    isPressing?: boolean;
    dueAt?: string;
  },
): Promise<boolean> => {
  const { pushed } = await write(tx, at, [
    {
      user_id: userId,
      category,
      chave,
      expires_at: null,
      isPressing,
      dueAt,
      title: clip(title, TITLE_LENGTH),
      body: clip(body, BODY_LENGTH),
      path,
    },
  ]);
  return pushed > 0;
};

/** Allows new notices of events that were undone, for these people and their guardians. The old notices stay. */
export async function mayNotifyAgain(
  tx: Db,
  at: Date,
  kind: NoticeKind,
  userIds: readonly number[],
  abouts: readonly string[],
): Promise<void> {
  const keys = abouts.map((about) => keyOf(kind, about));
  const guardians = isOfFamily(kind) ? [...(await guardiansAmong(tx, at, userIds))] : [];
  await tx
    .updateTable('notices')
    .set({ chave: null })
    .where(({ or, and, eb }) =>
      or([
        and([eb('user_id', 'in', userIds), eb('chave', 'in', keys)]),
        ...guardians.map(([id, { guardian }]) =>
          and([
            eb('user_id', '=', guardian),
            eb(
              'chave',
              'in',
              keys.map((key) => ofChild(key, id)),
            ),
          ]),
        ),
      ]),
    )
    .execute();
}

interface Row extends NoticeText {
  user_id: number;
  category: NoticeCategory;
  chave: string | null;
  expires_at: string | null;
  sending_id?: number;
  isPressing?: boolean;
  isMailed?: boolean;
  dueAt?: string | undefined;
  /** It may be bundled with others of the same hour. */
  canWait?: boolean;
  /** It is about a child of the reader. */
  isOfChild?: boolean;
}

/** Writes notices, each once for its key. @returns the new ones */
export async function writeNotices(tx: Db, at: Date, rows: readonly Row[]): Promise<(Row & { id: number })[]> {
  if (rows.length === 0) return [];
  const created_at = at.toISOString();
  // In a fixed order, so that two processes that write the same notices never deadlock.
  const ordered = rows.toSorted((a, b) => a.user_id - b.user_id || (a.chave ?? '').localeCompare(b.chave ?? ''));
  return tx
    .insertInto('notices')
    .values(
      ordered.map(({ isPressing: _, isMailed: __, isOfChild: ___, dueAt: ____, canWait: _____, ...row }) => ({
        ...row,
        created_at,
        read_at: null,
      })),
    )
    .onConflict((known) => known.columns(['user_id', 'chave']).doNothing())
    .returning(['id', 'user_id', 'title', 'body', 'path', 'category', 'chave', 'expires_at'])
    .$narrowType<{ category: NoticeCategory }>()
    .execute();
}

/** A phone that was offline for longer gets no old pushes; the inbox has the notices. */
const WORTH_MS = 3 * DAY_MS;

/**
 * Writes notices and queues their pushes, until the event begins. A category, or kind for staff, that a person switched off is
 * only in the inbox. Pushes wait for the end of quiet hours. Urgent notices are mailed to readers without a device. Readers who
 * opted in to WhatsApp get some kinds there, with these targets as a fallback (0194).
 *
 * @returns how many notices are new, and how many of them are pushed
 */
async function write(tx: Db, at: Date, rows: readonly Row[]): Promise<{ written: number; pushed: number }> {
  const keyIn = ({ user_id, chave }: Row) => `${user_id} ${chave}`;
  const byKey = new Map(rows.map((row) => [keyIn(row), row]));
  const notices = (await writeNotices(tx, at, rows)).map((notice) => ({ ...byKey.get(keyIn(notice)), ...notice }));
  const off = await switchedOff(tx, notices);
  const now = at.toISOString();
  const last = new Date(at.getTime() + WORTH_MS).toISOString();
  const waiting = rows.flatMap(({ user_id, canWait: may }) => (may ? [user_id] : []));
  const times = await bundleTimes(tx, at, waiting);
  const dueOf = ({ user_id, dueAt, canWait: may }: Row) => dueAt ?? (may ? times.get(user_id) : undefined) ?? now;
  const wanted = notices.filter(
    ({ user_id, category, chave, isOfChild }) =>
      !off.has(`${user_id} ${staffKindOf(chave) ?? (isOfChild ? 'filhos' : category)}`),
  );
  const timely = wanted.filter(({ expires_at }) => (expires_at ?? last) > now);
  const byWhatsapp = await goingByWhatsapp(tx, at, timely);
  const pushes = timely.map((row) => ({
    ...{ user_id: row.user_id, notice_id: row.id, kind: 'aviso' as const, due_at: dueOf(row) },
    ...{ pressing: row.isPressing ?? false, expires_at: row.expires_at ?? last },
  }));
  const [ofWhatsapp = [], ofDevices = []] = [true, false].map((is) =>
    pushes.filter(({ notice_id }) => byWhatsapp.has(notice_id) === is),
  );
  await queueNotices(tx, at, ofWhatsapp);
  const reached = new Set((await queuePushes(tx, at, ofDevices)).map(({ user_id }) => user_id));
  const mails = wanted.filter(
    ({ id, user_id, isMailed, isPressing }) =>
      // With WhatsApp it is mailed only if it is not delivered there.
      (isMailed || (isPressing && !reached.has(user_id) && !byWhatsapp.has(id))) && !off.has(`${user_id} email`),
  );
  await queueMailsAndInbox(
    tx,
    at,
    mails.map((row) => ({
      ...{ user_id: row.user_id, notice_id: row.id, kind: 'aviso', target: 'mail', due_at: dueOf(row) },
    })),
  );
  return { written: notices.length, pushed: pushes.length };
}

/** What readers switched off: `user category`. */
async function switchedOff(tx: Db, notices: readonly Pick<Row, 'user_id'>[]): Promise<Set<string>> {
  if (notices.length === 0) return new Set();
  const rows = await tx
    .selectFrom('notification_preferences')
    .select(['user_id', 'category'])
    .where('user_id', 'in', [...new Set(notices.map(({ user_id }) => user_id))])
    .where('enabled', '=', false)
    .execute();
  return new Set(rows.map(({ user_id, category }) => `${user_id} ${category}`));
}

/** The people whose school switched this kind off. */
async function silentFor(tx: Db, events: readonly NoticeEvent[]): Promise<Set<number>> {
  const kind = events[0]?.kind;
  if (kind === undefined) return new Set();
  const off = await tx.selectFrom('notice_kinds_off').select('escola_id').where('kind', '=', kind).execute();
  if (off.length === 0) return new Set();
  const ids = [...new Set(events.map(({ userId, ofUserId = userId }) => ofUserId))];
  const rows = await enrolled(tx)
    .innerJoin('notice_kinds_off', 'notice_kinds_off.escola_id', 'companies.escola_id')
    .select('users.id')
    .where('notice_kinds_off.kind', '=', kind)
    .where('users.id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
