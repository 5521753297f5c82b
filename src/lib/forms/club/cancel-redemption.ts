import { cancelRedemption } from '#lib/contract/club.ts';
import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

/** Takes a redemption back. Its own id is the intent: there is nothing to cancel twice. */
export const takeCancellation: Verb = async ({ api, values: { cancelar: id = '' } }) => {
  await api(cancelRedemption, { params: { id } }, { idempotencyKey: `cancelar-resgate-${id}` });
  return `${routes.club.orders()}?cancelado=1`;
};
