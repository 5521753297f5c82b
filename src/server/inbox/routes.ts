import type * as inbox from '#lib/contract/inbox.ts';
import type { Routes } from '../http/handler.ts';
import { notFound } from '../http/refusal.ts';
import { readMailChoice, setMailChoice } from './mail-choice.ts';
import { readPreferences, updatePreferences } from './preferences.ts';
import { countUnread, readNotices } from './read-notices.ts';
import { readSchoolQuiet, updateSchoolQuiet } from './school-quiet.ts';
import { listKinds, switchKind } from './switch-kinds.ts';

export const inboxRoutes: Routes<typeof inbox> = {
  listNotices: ({ query }, { db, session }) => readNotices(db, session.userId, query),
  countUnreadNotices: async (_input, { db, session }) => ({ unread: await countUnread(db, session.userId) }),
  markNoticeRead: async ({ params }, { db, session, now }) => {
    const own = await db
      .updateTable('notices')
      .set(({ fn, val, ref }) => ({
        read_at: fn.coalesce(ref('read_at'), val(now().toISOString())),
        // A reader who opens a notice follows its link.
        clicked_at: fn.coalesce(ref('clicked_at'), val(now().toISOString())),
      }))
      .where('id', '=', params.id)
      .where('user_id', '=', session.userId)
      .returning('id')
      .executeTakeFirst();
    if (!own) throw notFound();
    return { detail: 'Aviso lido.' };
  },
  markAllNoticesRead: async (_input, { db, session, now }) => {
    await db
      .updateTable('notices')
      .set({ read_at: now().toISOString() })
      .where('user_id', '=', session.userId)
      .where('read_at', 'is', null)
      .execute();
    return { detail: 'Todos os avisos estão lidos.' };
  },
  getNoticePreferences: (_input, ctx) => readPreferences(ctx),
  updateNoticePreferences: async ({ body }, ctx) => {
    await updatePreferences(ctx.db, ctx.session.userId, body);
    return readPreferences(ctx);
  },
  getMailChoice: ({ params }, ctx) => readMailChoice(ctx, params.token),
  setMailChoice: ({ params, body }, ctx) => setMailChoice(ctx, params.token, body.recebe),
  listNoticeKinds: (_input, ctx) => listKinds(ctx),
  getSchoolQuiet: (_input, ctx) => readSchoolQuiet(ctx),
  updateSchoolQuiet: ({ body }, ctx) => updateSchoolQuiet(ctx, body),
  updateNoticeKind: ({ params, body }, ctx) => switchKind(ctx, params.kind, body.enabled),
};
