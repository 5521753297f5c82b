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
