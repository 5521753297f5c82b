import type { Call } from './core.ts';
import type { calls as S } from './inbox.schema.ts';

/** The service worker asks it for the number on the icon of the installed portal. */
export const countUnreadNotices: Call<typeof S.countUnreadNotices> = {
  method: 'GET',
  path: 'portal/notices/unread/',
};
