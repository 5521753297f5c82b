import type { NoticeCategory, NoticeKind } from '#lib/contract/inbox.schema.ts';
import { clip } from '#lib/format/text.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { BODY_LENGTH, kinds, type NoticeParams, type NoticeText, noticeText, TITLE_LENGTH } from './texts.ts';

/** An event for a person. */
export interface NoticeEvent<Kind extends NoticeKind = NoticeKind> {
  userId: number;
  kind: Kind;
  /** The subject, such as an order and its status: each is told once. At most 60 characters. */
  about: string;
  params: NoticeParams[Kind];
  /** The school of this person decides whether the event is told. Absent: the school of the reader. */
  ofUserId?: number;
  /** When the event begins: no push after that. */
  expiresAt?: string;
}

const AT_ONCE = 500;

/** The key of an event, the same in any process. */
export const keyOf = (kind: NoticeKind, about: string | number) => `${kind}:${about}`;

/**
 * Writes the notice of an event, once for each person; the worker sends its push. If the school's manager switched the
 * kind off, it writes nothing.
 *
 * @param tx the transaction in which the event happens
 * @returns whether the notice is new
 */
export const notify = async <Kind extends NoticeKind>(tx: Db, at: Date, event: NoticeEvent<Kind>): Promise<boolean> =>
  (await notifyAll(tx, at, [event])) > 0;

/** As `notify`, for many events of one kind. @returns how many notices are new */
export async function notifyAll<Kind extends NoticeKind>(
  tx: Db,
  at: Date,
  events: readonly NoticeEvent<Kind>[],
): Promise<number> {
  let written = 0;
  for (let from = 0; from < events.length; from += AT_ONCE) {
    const some = events.slice(from, from + AT_ONCE);
    const silent = await silentFor(tx, some);
    const rows = some
      .filter(({ userId, ofUserId = userId }) => !silent.has(ofUserId))
      .map(({ userId, kind, about, params, expiresAt }) => ({
        user_id: userId,
        category: kinds[kind].category,
        chave: keyOf(kind, about),
        expires_at: expiresAt ?? null,
        ...noticeText(kind, params),
      }));
    written += await write(tx, at, rows);
  }
  return written;
}

/** Writes a notice outside the list of kinds: managers cannot switch it off. */
export const tell = (
  tx: Db,
  at: Date,
  {
    userId,
    category,
    title,
    body,
    path,
    chave = null,
  }: NoticeText & { userId: number; category: NoticeCategory; chave?: string | null },
): Promise<number> =>
  write(tx, at, [
    {
      user_id: userId,
      category,
      chave,
      expires_at: null,
      title: clip(title, TITLE_LENGTH),
      body: clip(body, BODY_LENGTH),
      path,
    },
  ]);

/** Lets an event be told again, because what it told was taken back. The notice stays. */
export async function mayTellAgain(
  tx: Db,
  { userId, kind, about }: Pick<NoticeEvent, 'userId' | 'kind' | 'about'>,
): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ chave: null })
    .where('user_id', '=', userId)
    .where('chave', '=', keyOf(kind, about))
    .execute();
}

interface Row extends NoticeText {
  user_id: number;
  category: NoticeCategory;
  chave: string | null;
  expires_at: string | null;
}

async function write(tx: Db, at: Date, rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0;
  const created_at = at.toISOString();
  // In the same order everywhere, so that two processes that write the same notices never deadlock.
  const ordered = rows.toSorted((a, b) => a.user_id - b.user_id || (a.chave ?? '').localeCompare(b.chave ?? ''));
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notices')
    .values(ordered.map((row) => ({ ...row, created_at, read_at: null, pushed_at: null })))
    .onConflict((known) => known.columns(['user_id', 'chave']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
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
