import type { Call } from './core.ts';
import type { calls as S } from './manager.schema.ts';

export const createSending: Call<typeof S.createSending> = { method: 'POST', path: 'push-notifications-sending/' };
export const listSendings: Call<typeof S.listSendings> = { method: 'GET', path: 'push-notifications-sending/' };
export const updateSending: Call<typeof S.updateSending> = { method: 'PUT', path: 'push-notifications-sending/' };
export const deleteSending: Call<typeof S.deleteSending> = {
  method: 'DELETE',
  path: 'push-notifications-sending/{id}/',
};
export const sendSending: Call<typeof S.sendSending> = {
  method: 'POST',
  path: 'push-notifications-sending/send/',
  keyed: true,
};
export const getSendingLog: Call<typeof S.getSendingLog> = {
  method: 'GET',
  path: 'push-notifications-sending/log/{id}/',
};
export const previewAudience: Call<typeof S.previewAudience> = {
  method: 'GET',
  path: 'portal/manager/audience/preview/',
};
export const getUserDelivery: Call<typeof S.getUserDelivery> = {
  method: 'GET',
  path: 'portal/manager/users/{id}/delivery/',
};
export const listAudit: Call<typeof S.listAudit> = { method: 'GET', path: 'portal/manager/audit/' };
