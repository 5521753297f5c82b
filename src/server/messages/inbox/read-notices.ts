import { sql } from 'kysely';
import { NoticeCategory } from '#lib/contract/inbox.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { preparedOne } from '../../core/db/prepared.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';

/** The number of a user's unread notices. */
export const unreadOf = (db: Db, userId: number) =>
  db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number | string>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);
const unreadAlone = preparedOne(unreadOf);

/** Called by every page of the portal. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  return Number((await unreadAlone(db, userId))?.unread ?? 0);
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
const ofAll = preparedParts((db, userId: number, limit: number, offset: number) => ({
  items: newest(db, userId, limit, offset),
  total: counted(db, userId),
  unread: unreadOf(db, userId),
}));
const ofCategory = preparedParts((db, userId: number, limit: number, offset: number, category: NoticeCategory) => ({
  items: newest(db, userId, limit, offset).where('category', '=', category),
  total: counted(db, userId).where('category', '=', category),
  unread: unreadOf(db, userId),
}));

/** The user's notices, the newest first. `unread` counts all notices, not only this page. */
export async function readNotices(db: Db, userId: number, { limit, offset, category }: Query) {
  const { items, total, unread } = category
    ? await ofCategory(db, userId, limit, offset, category)
    : await ofAll(db, userId, limit, offset);
  return {
    items: items.map((notice) => ({ ...notice, category: NoticeCategory.parse(notice.category) })),
    total: Number(total[0]?.total ?? 0),
    unread: Number(unread[0]?.unread ?? 0),
    limit,
    offset,
  };
}
