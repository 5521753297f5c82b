import fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalSaving, unitPrice } from '../../../../../src/server/money/orders/coupons.ts';
import { couponDiscount, freight, type OrderLine, priceOrder } from '../../../../../src/server/money/orders/price.ts';

const line = fc.record<OrderLine>({
  linha: fc.constantFrom('A', 'B'),
  quantidade: fc.integer({ min: 1, max: 99 }),
});
const discount = fc.option(
  fc.oneof(
    fc.record({ desconto_tipo: fc.constant('percentual' as const), desconto_valor: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ desconto_tipo: fc.constant('valor' as const), desconto_valor: fc.integer({ min: 0, max: 900_000 }) }),
  ),
);

it('the total is the sum of the items minus the coupon plus freight', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), discount, fc.nat(5_000), (lines, off, frete) => {
      const order = priceOrder(lines, off, frete);
      const items = order.itens.reduce((sum, { total_centavos }) => sum + total_centavos, 0);
      const n = lines.reduce((sum, { quantidade }) => sum + quantidade, 0);
      expect(order.quantidade_total).toBe(n);
      expect(order.total_centavos).toBe(items - order.desconto_cupom_centavos + frete);
      expect(order.subtotal_centavos - order.economia_centavos).toBe(items);
      expect(order.subtotal_centavos).toBe(
        lines.reduce((sum, { linha, quantidade }) => sum + quantidade * unitPrice(linha, 1), 0),
      );
      expect(order.total_centavos).toBeGreaterThanOrEqual(frete);
      expect(Object.values(order).every((value) => typeof value !== 'number' || Number.isInteger(value))).toBe(true);
    }),
  );
});

it('the saving of a cart depends on its number of books, in any mix and order', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
      const { economia_centavos, quantidade_total } = priceOrder(lines, null, 0);
      expect(economia_centavos).toBe(totalSaving('A', quantidade_total));
      expect(priceOrder(lines.toReversed(), null, 0).economia_centavos).toBe(economia_centavos);
      const more = priceOrder([...lines, { linha: 'B', quantidade: 1 }], null, 0);
      expect(more.economia_centavos).toBeGreaterThan(economia_centavos);
    }),
  );
});

it('books of both lines count together', () => {
  const { itens, economia_centavos, parcelas_max } = priceOrder(
    [
      { linha: 'A', quantidade: 2 },
      { linha: 'B', quantidade: 1 },
    ],
    null,
    0,
  );
  expect(itens.map(({ valor_unitario_centavos }) => valor_unitario_centavos)).toEqual([54_800, 43_100]);
  expect([economia_centavos, parcelas_max]).toEqual([6_000, 12]);
});

it.each([
  [{ desconto_tipo: 'percentual', desconto_valor: 10 }, 56_800, 5_680],
  [{ desconto_tipo: 'percentual', desconto_valor: 15 }, 45_101, 6_765],
  [{ desconto_tipo: 'percentual', desconto_valor: 100 }, 45_100, 45_100],
  [{ desconto_tipo: 'valor', desconto_valor: 500 }, 45_100, 500],
  [{ desconto_tipo: 'valor', desconto_valor: 99_999 }, 45_100, 45_100],
] as const)('the coupon %j on %i centavos deducts %i', (coupon, items, off) => {
  expect(couponDiscount(coupon, items)).toBe(off);
});

it.each([
  [null, 0],
  [{ state: 'SP' }, 1_990],
  [{ state: 'AC' }, 3_490],
])('freight to %j from a school in SP', (to, centavos) => {
  expect(freight(to, 'SP')).toBe(centavos);
});
