import { NoticeCategory } from '#lib/contract/notices.schema.ts';
import type * as notices from '#lib/contract/notices.ts';
import { notYet, type Routes } from '../http/handler.ts';
import { notFound } from '../http/refusal.ts';

export const noticesRoutes: Routes<typeof notices> = {
  listNotices: async ({ query: { limit, offset } }, { db, session }) => {
    const own = db.selectFrom('notices').where('user_id', '=', session.userId);
    const [items, counted] = await Promise.all([
      own
        .select(['id', 'title', 'body', 'path', 'category', 'created_at', 'read_at'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
      own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return {
      items: items.map((notice) => ({ ...notice, category: NoticeCategory.parse(notice.category) })),
      total: Number(counted.total),
      limit,
      offset,
    };
  },
  markNoticeRead: async ({ params }, { db, session, now }) => {
    const own = await db
      .updateTable('notices')
      .set(({ fn, val, ref }) => ({ read_at: fn.coalesce(ref('read_at'), val(now().toISOString())) }))
      .where('id', '=', params.id)
      .where('user_id', '=', session.userId)
      .returning('id')
      .executeTakeFirst();
    if (!own) throw notFound();
    return { detail: 'Aviso lido.' };
  },
  updateNoticePreferences: notYet,
};
