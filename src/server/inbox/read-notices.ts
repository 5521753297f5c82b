import { sql } from 'kysely';
import { NoticeCategory, type NoticesPage } from '#lib/contract/inbox.schema.ts';
import type { Db } from '../db/connection.ts';
import { prepared, preparedOne } from '../db/prepared.ts';

const unreadOf = preparedOne((db, id: number) =>
  db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number | string>().as('unread'))
    .where('user_id', '=', id)
    .where('read_at', 'is', null),
);

/** Every page of the portal makes this call. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  return Number((await unreadOf(db, userId))?.unread ?? 0);
}

interface Query {
  limit: number;
  offset: number;
  category?: NoticeCategory;
}

const newest = (db: Db, userId: number, limit: number, offset: number) =>
  db
    .selectFrom('notices')
    .select(['id', 'title', 'body', 'path', 'category', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql<number>`${limit}`)
    .offset(sql<number>`${offset}`);
const counted = (db: Db, userId: number) =>
  db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .where('user_id', '=', userId);
const newestOfAll = prepared(newest);
const countAll = preparedOne(counted);

/** The user's notices, the newest first, and the total of unread ones. */
export async function readNotices(db: Db, userId: number, { limit, offset, category }: Query): Promise<NoticesPage> {
  const [items, all, unread] = await Promise.all([
    category
      ? newest(db, userId, limit, offset).where('category', '=', category).execute()
      : newestOfAll(db, userId, limit, offset),
    category ? counted(db, userId).where('category', '=', category).executeTakeFirst() : countAll(db, userId),
    countUnread(db, userId),
  ]);
  return {
    items: items.map((notice) => ({ ...notice, category: NoticeCategory.parse(notice.category) })),
    total: Number(all?.total ?? 0),
    unread,
    limit,
    offset,
  };
}
