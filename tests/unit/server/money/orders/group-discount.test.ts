import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  faixasOf,
  type Line,
  maxInstallments,
  totalSaving,
  unitPrice,
} from '../../../../../src/server/money/orders/coupons.ts';

const lines: Line[] = ['A', 'B'];
const anyLine = fc.constantFrom(...lines);
const count = fc.integer({ min: 1, max: 2_000 });

describe('the tables of section 9 (CONST-11, OPEN-08)', () => {
  it('ORDER-18 unit price in reais', () => {
    const reais = (line: Line) => [1, 2, 3, 4, 5, 6].map((n) => unitPrice(line, n) / 100);
    expect(reais('A')).toEqual([568, 558, 548, 538, 528, 518]);
    expect(reais('B')).toEqual([451, 441, 431, 421, 411, 401]);
  });

  it.each(lines)('ORDER-19 total saving in reais of line %s', (line) => {
    expect([1, 2, 3, 4, 5, 6].map((n) => totalSaving(line, n) / 100)).toEqual([0, 20, 60, 120, 200, 300]);
  });

  it('ORDER-20 maximum number of installments', () => {
    expect([1, 2, 3, 4, 5, 6].map(maxInstallments)).toEqual([6, 6, 12, 12, 12, 12]);
  });

  it.each(lines)('the price table shows line %s from one to six', (line) => {
    expect(faixasOf(line).map(({ quantidade }) => quantidade)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const { quantidade, total_centavos, valor_unitario_centavos } of faixasOf(line)) {
      expect(total_centavos).toBe(quantidade * valor_unitario_centavos);
    }
  });
});

describe('for any number of books', () => {
  it('ORDER-19 the total saving is n times the saving of each book', () => {
    fc.assert(
      fc.property(anyLine, count, (line, n) => {
        expect(totalSaving(line, n)).toBe(n * (unitPrice(line, 1) - unitPrice(line, n)));
      }),
    );
  });

  it('ORDER-21 more than six books have the unit price of six', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 6, max: 2_000 }), (line, n) => {
        expect(unitPrice(line, n)).toBe(unitPrice(line, 6));
        expect(maxInstallments(n)).toBe(12);
      }),
    );
  });

  it('one more book never raises the unit price and always raises the total', () => {
    fc.assert(
      fc.property(anyLine, count, (line, n) => {
        expect(unitPrice(line, n + 1)).toBeLessThanOrEqual(unitPrice(line, n));
        expect((n + 1) * unitPrice(line, n + 1)).toBeGreaterThan(n * unitPrice(line, n));
      }),
    );
  });
});
