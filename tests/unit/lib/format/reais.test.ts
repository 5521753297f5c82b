import { expect, it } from 'vitest';
import { centavosOf } from '../../../../src/lib/format/reais.ts';
import { hundredthsOf } from '../../../../src/lib/format/typed-amount.ts';

it.each([
  ['150', 15_000],
  ['150,5', 15_050],
  ['150.50', 15_050],
  ['R$ 1.234,56', 123_456],
  ['1.234.567', 123_456_700],
  ['1234567,89', 123_456_789],
  ['0', 0],
])('%s are %i centavos', (text, centavos) => {
  expect([centavosOf(text), hundredthsOf(text)]).toEqual([centavos, centavos]);
});

it.each(['', 'mil', '-1', '1,234', '12.34.567', 'US$ 5', '1,2,3', '1e3'])('%j is no amount', (text) => {
  expect(centavosOf(text)).toBeNull();
});
