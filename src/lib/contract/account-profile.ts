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
export const listSwitchable: Call<typeof S.listSwitchable> = { method: 'GET', path: 'portal/me/accounts/' };
export const switchAccount: Call<typeof S.switchAccount> = { method: 'POST', path: 'portal/me/switch/' };
export const getOwnEmail: Call<typeof S.getOwnEmail> = { method: 'GET', path: 'portal/me/email/' };
export const undoOwnEmail: Call<typeof S.undoOwnEmail> = { method: 'POST', path: 'portal/me/email/undo/' };
export const checkEmailChange: PublicCall<typeof S.checkEmailChange> = {
  method: 'GET',
  path: 'portal/email-change/{token}/',
  auth: 'none',
};
export const undoEmailChange: PublicCall<typeof S.undoEmailChange> = {
  method: 'POST',
  path: 'portal/email-change/{token}/undo/',
  auth: 'none',
};
export const agreeToEmail: PublicCall<typeof S.agreeToEmail> = {
  method: 'POST',
  path: 'portal/email-change/{token}/agree/',
  auth: 'none',
};
export const checkRegistrationChange: PublicCall<typeof S.checkRegistrationChange> = {
  method: 'GET',
  path: 'portal/registration-change/{token}/',
  auth: 'none',
};
export const undoRegistrationChange: PublicCall<typeof S.undoRegistrationChange> = {
  method: 'POST',
  path: 'portal/registration-change/{token}/undo/',
  auth: 'none',
};
export const listSessions: Call<typeof S.listSessions> = { method: 'GET', path: 'portal/me/sessions/' };
export const endSession: Call<typeof S.endSession> = { method: 'DELETE', path: 'portal/me/sessions/{id}/' };
export const restartTours: Call<typeof S.restartTours> = { method: 'DELETE', path: 'portal/me/tours/' };
export const listFamily: Call<typeof S.listFamily> = { method: 'GET', path: 'portal/family/' };
export const nameGuardian: Call<typeof S.nameGuardian> = { method: 'POST', path: 'portal/me/guardian/' };
export const remindGuardian: Call<typeof S.remindGuardian> = { method: 'POST', path: 'portal/me/guardian/link/' };
export const getGuardianQuestion: PublicCall<typeof S.getGuardianQuestion> = {
  method: 'GET',
  path: 'portal/guardian-requests/{token}/',
  auth: 'none',
};
export const confirmGuardian: PublicCall<typeof S.confirmGuardian> = {
  method: 'POST',
  path: 'portal/guardian-requests/',
  auth: 'none',
};
export const exportData: Call<typeof S.exportData> = { method: 'GET', path: 'portal/privacy/export/', writes: true };
export const downloadExport: Call<typeof S.downloadExport> = {
  method: 'GET',
  path: 'portal/privacy/export/file/',
  result: 'file',
  writes: true,
};
export const getErasure: Call<typeof S.getErasure> = { method: 'GET', path: 'portal/privacy/account/' };
export const deleteAccount: Call<typeof S.deleteAccount> = { method: 'DELETE', path: 'portal/privacy/account/' };
export const keepAccount: Call<typeof S.keepAccount> = { method: 'POST', path: 'portal/privacy/account/keep/' };
export const listConsents: Call<typeof S.listConsents> = { method: 'GET', path: 'portal/privacy/consents/' };
