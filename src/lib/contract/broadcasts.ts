import type { calls as S } from './broadcasts.schema.ts';
import type { Call } from './core.ts';

export const createBroadcast: Call<typeof S.createBroadcast> = { method: 'POST', path: 'push-notifications-sending/' };
export const listBroadcasts: Call<typeof S.listBroadcasts> = { method: 'GET', path: 'push-notifications-sending/' };
export const updateBroadcast: Call<typeof S.updateBroadcast> = { method: 'PUT', path: 'push-notifications-sending/' };
export const deleteBroadcast: Call<typeof S.deleteBroadcast> = {
  method: 'DELETE',
  path: 'push-notifications-sending/{id}/',
};
export const sendBroadcast: Call<typeof S.sendBroadcast> = {
  method: 'POST',
  path: 'push-notifications-sending/send/',
  keyed: true,
};
export const getBroadcastLog: Call<typeof S.getBroadcastLog> = {
  method: 'GET',
  path: 'push-notifications-sending/log/{id}/',
};
export const previewAudience: Call<typeof S.previewAudience> = {
  method: 'GET',
  path: 'portal/manager/audience/preview/',
};
export const createTemplate: Call<typeof S.createTemplate> = { method: 'POST', path: 'portal/manager/templates/' };
export const createAudience: Call<typeof S.createAudience> = { method: 'POST', path: 'portal/manager/audiences/' };
export const updateAudience: Call<typeof S.updateAudience> = { method: 'PUT', path: 'portal/manager/audiences/{id}/' };
export const deleteAudience: Call<typeof S.deleteAudience> = {
  method: 'DELETE',
  path: 'portal/manager/audiences/{id}/',
};
