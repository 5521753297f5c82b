import type * as inbox from '#lib/contract/inbox.ts';
import type { Routes } from '../http/handler.ts';
import { countUnread } from './read-notices.ts';

export const inboxRoutes: Routes<typeof inbox> = {
  countUnreadNotices: async (_input, { db, session }) => ({
    unread: session.unread ?? (await countUnread(db, session.userId)),
  }),
};
