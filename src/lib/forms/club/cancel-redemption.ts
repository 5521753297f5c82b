import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

/** Cancels a redemption. Its id is the intent: a second cancellation changes nothing. */
export const takeCancellation: Verb = async ({ api, values: { cancelar: id = '' } }) => {
  await api.club.cancelRedemption({ id }, { idempotencyKey: `cancelar-resgate-${id}` });
  return `${routes.club.orders()}?cancelado=1`;
};
