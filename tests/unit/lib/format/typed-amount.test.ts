import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatMoney } from '../../../../src/lib/format/money.ts';
import { hundredthsOf, typedAmount } from '../../../../src/lib/format/typed-amount.ts';

it.each([
  ['1.234,56', 123_456],
  ['1234,5', 123_450],
  ['1234.50', 123_450],
  ['1,234.56', 123_456],
  ['1,234,567.8', 123_456_780],
  ['1.234', 123_400],
  ['1.234.567', 123_456_700],
  ['0,01', 1],
  [' 12 ', 1_200],
  ['R$ 12', 1_200],
  ['US$ 1,000.00', 100_000],
  ['1.000,00 €', 100_000],
  ['1,234', null],
  ['0.125', null],
  ['1.23,4', null],
  ['1.234,567.8', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
  [',5', null],
  ['R$', null],
  ['9'.repeat(13), null],
])('%j is %j hundredths', (text, amount) => {
  expect(hundredthsOf(text)).toBe(amount);
});

it('every formatted amount is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (centavos) => {
      expect(hundredthsOf(formatMoney(centavos))).toBe(centavos);
      expect(typedAmount(formatMoney(centavos))).toBe(formatMoney(centavos).slice(3));
    }),
  );
});
