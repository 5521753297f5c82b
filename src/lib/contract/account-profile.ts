import type { calls as S } from './account-profile.schema.ts';
import type { Call, PublicCall } from './core.ts';

export const uploadAvatar: Call<typeof S.uploadAvatar> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/me/avatar/',
  body: 'multipart',
};
export const getAvatar: PublicCall<typeof S.getAvatar> = {
  method: 'GET',
  path: 'portal/avatars/{chave}/',
  auth: 'none',
  result: 'file',
};
export const downloadExport: Call<typeof S.downloadExport> = {
  method: 'GET',
  path: 'portal/privacy/export/file/',
  result: 'file',
  writes: true,
};
