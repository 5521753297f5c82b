import type { Call, PublicCall } from './core.ts';
import type { calls as S } from './inbox.schema.ts';

export const listNotices: Call<typeof S.listNotices> = { method: 'GET', path: 'portal/notices/' };
export const markNoticeRead: Call<typeof S.markNoticeRead> = { method: 'POST', path: 'portal/notices/{id}/read/' };
export const updateNoticePreferences: Call<typeof S.updateNoticePreferences> = {
  method: 'PUT',
  path: 'portal/notices/preferences/',
};
export const countUnreadNotices: Call<typeof S.countUnreadNotices> = {
  method: 'GET',
  path: 'portal/notices/unread/',
};
export const markAllNoticesRead: Call<typeof S.markAllNoticesRead> = { method: 'POST', path: 'portal/notices/read/' };
export const getNoticePreferences: Call<typeof S.getNoticePreferences> = {
  method: 'GET',
  path: 'portal/notices/preferences/',
};
export const listNoticeKinds: Call<typeof S.listNoticeKinds> = { method: 'GET', path: 'portal/manager/notice-kinds/' };
export const getSchoolQuiet: Call<typeof S.getSchoolQuiet> = { method: 'GET', path: 'portal/manager/quiet-hours/' };
export const updateSchoolQuiet: Call<typeof S.updateSchoolQuiet> = {
  method: 'PUT',
  path: 'portal/manager/quiet-hours/',
};
export const updateNoticeKind: Call<typeof S.updateNoticeKind> = {
  method: 'PUT',
  path: 'portal/manager/notice-kinds/{kind}/',
};
export const getMailChoice: PublicCall<typeof S.getMailChoice> = {
  method: 'GET',
  path: 'portal/mail-choice/{token}/',
  auth: 'none',
};
export const setMailChoice: PublicCall<typeof S.setMailChoice> = {
  method: 'PUT',
  path: 'portal/mail-choice/{token}/',
  auth: 'none',
};
