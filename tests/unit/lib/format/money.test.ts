import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatMoney, formatPoints } from '../../../../src/lib/format/money.ts';

it.each([
  [0, 'R$ 0,00'],
  [5, 'R$ 0,05'],
  [99, 'R$ 0,99'],
  [100, 'R$ 1,00'],
  [123_456, 'R$ 1.234,56'],
  [100_000, 'R$ 1.000,00'],
  [123_456_789_01, 'R$ 123.456.789,01'],
  [-5, '−R$ 0,05'],
  [-123_456, '−R$ 1.234,56'],
  [Number.MAX_SAFE_INTEGER, 'R$ 90.071.992.547.409,91'],
])('%d centavos read %s', (centavos, expected) => {
  expect(formatMoney(centavos).replace('\u00a0', ' ')).toBe(expected);
});

it('the format of money loses no centavo, at any size', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (centavos) => {
      const text = formatMoney(centavos);
      expect(text).toMatch(/^−?R\$\u00a0\d{1,3}(\.\d{3})*,\d{2}$/);
      expect(Number(text.replace('−', '-').replace(/[^\d-]/g, '')) + 0).toBe(centavos + 0);
    }),
  );
});

it.each([
  [0, '0 pontos'],
  [1, '1 ponto'],
  [-1, '−1 ponto'],
  [1_250, '1.250 pontos'],
  [1_000_000, '1.000.000 pontos'],
])('%d reads %s', (points, expected) => {
  expect(formatPoints(points)).toBe(expected);
});
