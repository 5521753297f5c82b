import { expect, it } from 'vitest';
import { orderMessages } from '../../../../src/lib/words/orders.ts';

it('an applied coupon shows its amount, or that it is calculated with the order', () => {
  expect(orderMessages.couponTaken('material10', 16_440)).toMatch(/^MATERIAL10 aplicado: menos R\$\s164,40\.$/);
  expect(orderMessages.couponTaken('material10', 0)).toContain('quando o pedido é feito');
});
