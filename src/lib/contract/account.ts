import type { calls as S } from './account.schema.ts';
import type { Call, PublicCall } from './core.ts';

export const getMe: Call<typeof S.getMe> = { method: 'GET', path: 'users/me/' };
export const checkEmail: Call<typeof S.checkEmail> = { method: 'GET', path: 'users/check-email/' };
export const listUsers: Call<typeof S.listUsers> = { method: 'GET', path: 'users/' };
export const checkExists: Call<typeof S.checkExists> = { method: 'GET', path: 'users/check-exists/' };
export const sendEmailVerification: Call<typeof S.sendEmailVerification> = {
  method: 'GET',
  path: 'users/send-email-verification/',
  writes: true,
};
export const verifyEmail: Call<typeof S.verifyEmail> = { method: 'POST', path: 'users/verify-email/' };
export const searchUsers: Call<typeof S.searchUsers> = { method: 'GET', path: 'users/all/' };
export const getUser: Call<typeof S.getUser> = { method: 'GET', path: 'users/id/{id}/' };
export const updateRegistration: Call<typeof S.updateRegistration> = {
  method: 'PUT',
  path: 'users/atualizacao-cadastral/',
};
export const updateProfile: Call<typeof S.updateProfile> = { method: 'PUT', path: 'users/profile/' };
export const updateClub: Call<typeof S.updateClub> = { method: 'PUT', path: 'users/is_club/' };
export const updateRelatedUsers: Call<typeof S.updateRelatedUsers> = { method: 'PUT', path: 'users/related/' };
export const updatePassword: Call<typeof S.updatePassword> = {
  method: 'PUT',
  path: 'users/me/update-password/portal/',
  host: 'drive',
};
export const listUserActions: Call<typeof S.listUserActions> = { method: 'GET', path: 'user-actions/{id}/' };
export const getChatToken: Call<typeof S.getChatToken> = { method: 'GET', path: 'chatwoot-token/me/' };
export const downloadDocument: Call<typeof S.downloadDocument> = {
  method: 'GET',
  path: 'portal/documents/file/{code}/',
  result: 'file',
};
export const getAddress: PublicCall<typeof S.getAddress> = {
  method: 'GET',
  path: 'portal/cep/{cep}/',
  auth: 'none',
  tmz: false,
};

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
