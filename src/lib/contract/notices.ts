import type { Call } from './core.ts';
import type { calls as S } from './notices.schema.ts';

export const listNotices: Call<typeof S.listNotices> = { method: 'GET', path: 'portal/notices/' };
export const markNoticeRead: Call<typeof S.markNoticeRead> = { method: 'POST', path: 'portal/notices/{id}/read/' };
export const updateNoticePreferences: Call<typeof S.updateNoticePreferences> = {
  method: 'PUT',
  path: 'portal/notices/preferences/',
};
