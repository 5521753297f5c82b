import type { ExpressionBuilder } from 'kysely';
import { NoticeCategory, type NoticesPage } from '#lib/contract/inbox.schema.ts';
import type { Db } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import type { Schema } from '../db/types.ts';

const unreadOf = prepared(['id'], (db, { id }) =>
  db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number | string>().as('unread'))
    .where('user_id', '=', id)
    .where('read_at', 'is', null),
);

/** Every page of the portal makes this call. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const [row] = await unreadOf(db, { id: userId });
  return Number(row?.unread ?? 0);
}

interface Query {
  limit: number;
  offset: number;
  category?: NoticeCategory;
}

/** The user's notices, the newest first, and the total of unread ones. */
export async function readNotices(db: Db, userId: number, { limit, offset, category }: Query): Promise<NoticesPage> {
  const all = db.selectFrom('notices').where('user_id', '=', userId);
  const own = category ? all.where('category', '=', category) : all;
  const count = ({ fn }: { fn: ExpressionBuilder<Schema, 'notices'>['fn'] }) => fn.countAll<number>().as('total');
  const [items, counted, unread] = await Promise.all([
    own
      .select(['id', 'title', 'body', 'path', 'category', 'created_at', 'read_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select(count).executeTakeFirstOrThrow(),
    all.select(count).where('read_at', 'is', null).executeTakeFirstOrThrow(),
  ]);
  return {
    items: items.map((notice) => ({ ...notice, category: NoticeCategory.parse(notice.category) })),
    total: Number(counted.total),
    unread: Number(unread.total),
    limit,
    offset,
  };
}
