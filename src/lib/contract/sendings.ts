import type { Call } from './core.ts';
import type { calls as S } from './sendings.schema.ts';

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
export const cancelSending: Call<typeof S.cancelSending> = {
  method: 'POST',
  path: 'portal/manager/sendings/{id}/cancel/',
};
export const getSendingLog: Call<typeof S.getSendingLog> = {
  method: 'GET',
  path: 'push-notifications-sending/log/{id}/',
};
export const previewAudience: Call<typeof S.previewAudience> = {
  method: 'GET',
  path: 'portal/manager/audience/preview/',
};
export const listAudienceChoices: Call<typeof S.listAudienceChoices> = {
  method: 'GET',
  path: 'portal/manager/audience/choices/',
};
export const listTemplates: Call<typeof S.listTemplates> = { method: 'GET', path: 'portal/manager/templates/' };
export const createTemplate: Call<typeof S.createTemplate> = { method: 'POST', path: 'portal/manager/templates/' };
export const deleteTemplate: Call<typeof S.deleteTemplate> = {
  method: 'DELETE',
  path: 'portal/manager/templates/{id}/',
};
