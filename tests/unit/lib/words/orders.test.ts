import { expect, it } from 'vitest';
import { orderMessages } from '../../../../src/lib/words/orders.ts';

it('a coupon that counts says by how much, and one that the order tells says so', () => {
  expect(orderMessages.couponTaken('material10', 16_440)).toMatch(/^MATERIAL10 aplicado: menos R\$\s164,40\.$/);
  expect(orderMessages.couponTaken('material10', 0)).toContain('quando o pedido é feito');
});
