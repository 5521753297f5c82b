import type { Call } from './core.ts';
import type { calls as S } from './devices.schema.ts';

export const updatePwa: Call<typeof S.updatePwa> = { method: 'PUT', path: 'users/pwa/' };
export const subscribe: Call<typeof S.subscribe> = { method: 'POST', path: 'push-notifications/subscribe/' };
export const listSubscriptions: Call<typeof S.listSubscriptions> = { method: 'GET', path: 'push-notifications/' };
export const getSubscription: Call<typeof S.getSubscription> = { method: 'GET', path: 'push-notifications/{id}/' };
export const updateSubscription: Call<typeof S.updateSubscription> = {
  method: 'PUT',
  path: 'push-notifications/update/',
};
export const unsubscribe: Call<typeof S.unsubscribe> = {
  method: 'DELETE',
  path: 'push-notifications/unsubscribe/{id}/',
};
