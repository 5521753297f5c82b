import { updateCoupon } from '#lib/contract/orders.ts';
import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

/** Records that the student used a coupon at a partner’s counter. */
export const markCoupon: Verb = async ({ api, values: { cupom = '' } }) => {
  await api(updateCoupon, { body: { name: cupom, usado: true } });
  return `${routes.orders.shop()}#cupons`;
};
