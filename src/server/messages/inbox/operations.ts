import { z } from 'zod';
import { MailToken, NoticeCategory, NoticeKind, NoticePreferences, Quiet } from '#lib/contract/inbox.schema.ts';
import { OneId, PageQuery } from '#lib/contract/shapes.schema.ts';
import { islandOperation, operation, staffOperation } from '../../core/http/operation.ts';
import { notFound } from '../../core/http/refusal.ts';
import { holderOfSecret, owner, staffOfWholeSchool, user } from '../../core/http/who.ts';
import { readMailChoice, setMailChoice } from './mail-choice.ts';
import {
  listKinds,
  readPreferences,
  readSchoolQuiet,
  switchKind,
  updatePreferences,
  updateSchoolQuiet,
} from './preferences.ts';
import { countUnread, readNotices } from './read-notices.ts';

/** The operations of the inbox. */
export const inboxOperations = {
  /** Own notices, newest first. */
  listNotices: operation({
    who: user,
    does: 'reads',
    connected: 'here',
    input: PageQuery.extend({ category: NoticeCategory.optional() }),
    run: (query, { db, session }) => readNotices(db, session.userId, query),
  }),
  /** Marks an own notice as read. */
  markNoticeRead: operation({
    who: owner('notice'),
    does: 'writes',
    connected: 'here',
    input: OneId,
    run: async ({ id }, { db, session, now }) => {
      const own = await db
        .updateTable('notices')
        .set(({ fn, val, ref }) => ({
          read_at: fn.coalesce(ref('read_at'), val(now().toISOString())),
          // Opening a notice means following its link.
          clicked_at: fn.coalesce(ref('clicked_at'), val(now().toISOString())),
        }))
        .where('id', '=', id)
        .where('user_id', '=', session.userId)
        .returning('id')
        .executeTakeFirst();
      if (!own) throw notFound();
      return { detail: 'Aviso lido.' };
    },
  }),
  /** Marks all own notices as read. */
  markAllNoticesRead: operation({
    who: user,
    does: 'writes',
    connected: 'here',
    input: z.object({}),
    run: async (_input, { db, session, now }) => {
      await db
        .updateTable('notices')
        .set({ read_at: now().toISOString() })
        .where('user_id', '=', session.userId)
        .where('read_at', 'is', null)
        .execute();
      return { detail: 'Todos os avisos estão lidos.' };
    },
  }),
  /** Which notices are pushed, and the quiet hours. */
  getNoticePreferences: operation({
    who: user,
    does: 'reads',
    connected: 'here',
    input: z.object({}),
    run: (_input, ctx) => readPreferences(ctx),
  }),
  /** Sets which notices are pushed, and the quiet hours. */
  updateNoticePreferences: operation({
    who: user,
    does: 'writes',
    connected: 'here',
    input: NoticePreferences,
    run: async (body, ctx) => {
      await updatePreferences(ctx.db, ctx.session.userId, body);
      return readPreferences(ctx);
    },
  }),
  /** Whether messages of the school come by mail, for the reader of such a mail. */
  getMailChoice: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'staff',
    input: MailToken,
    run: ({ token }, ctx) => readMailChoice(ctx, token),
  }),
  /** Unsubscribes from messages of the school by mail, or subscribes again, for the reader of such a mail. */
  setMailChoice: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'staff',
    input: z.object({ ...MailToken.shape, recebe: z.boolean() }),
    run: ({ token, recebe }, ctx) => setMailChoice(ctx, token, recebe),
  }),
  /** Events of which the school notifies people, and which are switched off. */
  listNoticeKinds: staffOperation({
    who: staffOfWholeSchool('mensagens'),
    does: 'reads',
    connected: 'events',
    input: z.object({}),
    run: (_input, ctx) => listKinds(ctx),
  }),
  /** The school's quiet hours for people who chose none themselves; equal hours: none. */
  getSchoolQuiet: staffOperation({
    who: staffOfWholeSchool('mensagens'),
    does: 'reads',
    connected: 'events',
    input: z.object({}),
    run: (_input, ctx) => readSchoolQuiet(ctx),
  }),
  /** Sets the school's quiet hours. */
  updateSchoolQuiet: staffOperation({
    who: staffOfWholeSchool('mensagens'),
    does: 'writes',
    connected: 'events',
    input: Quiet,
    run: (body, ctx) => updateSchoolQuiet(ctx, body),
  }),
  /** Switches an event on or off for the own school. */
  updateNoticeKind: staffOperation({
    who: staffOfWholeSchool('mensagens'),
    does: 'writes',
    connected: 'events',
    input: z.object({ kind: NoticeKind, enabled: z.boolean() }),
    run: ({ kind, enabled }, ctx) => switchKind(ctx, kind, enabled),
  }),
  /** How many own notices are unread. */
  countUnreadNotices: islandOperation({
    who: user,
    does: 'reads',
    connected: 'here',
    input: z.object({}),
    result: z.object({ unread: z.int() }),
    run: async (_input, { db, session }) => ({
      unread: session.unread ?? (await countUnread(db, session.userId)),
    }),
  }),
};
