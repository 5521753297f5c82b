import { expect, it } from 'vitest';
import { moneyMask } from '../../../../src/islands/exchange/money-mask.ts';
import { hundredthsOf } from '../../../../src/lib/format/typed-amount.ts';
import { pastedInto } from '../../../support/masks.ts';

const shown = (value: string, before: string) =>
  (moneyMask.postprocessors ?? []).reduce(
    (state, process) => process(state, { value: before, selection: [before.length, before.length] }),
    { value, selection: [value.length, value.length] as readonly [number, number] },
  );
const typed = (text: string) => [...text].reduce((value, sign) => shown(value + sign, value).value, '');

it.each([
  ['1234.5', '1.234,50'],
  ['1,234.56', '1.234,56'],
  ['US$ 1,000.00', '1.000,00'],
  ['R$ 1.234,56', '1.234,56'],
  ['1234', '1.234'],
  ['1.234', '1.234'],
  ['1,234,567', '1.234.567'],
  ['0,5', '0,50'],
])('VALID-19: %s pasted is the amount %s', (text, amount) => {
  expect(pastedInto(moneyMask, text)).toBe(amount);
});

it('VALID-19: an ambiguous amount is not changed and refused', () => {
  expect(pastedInto(moneyMask, '1,234')).toBe('1,234');
  expect(hundredthsOf('1,234')).toBeNull();
});

it.each([
  ['100000', '100.000', 10_000_000],
  ['1.234,56', '1.234,56', 123_456],
  ['1234,5', '1.234,5', 123_450],
  // The point of a number pad.
  ['1234.5', '1.234.5', 123_450],
  ['12.50', '12.50', 1_250],
  ['1.234', '1.234', 123_400],
  ['1.2345', '12.345', 1_234_500],
])('VALID-19: %s typed shows %s', (text, value, hundredths) => {
  expect(typed(text)).toBe(value);
  expect(hundredthsOf(value)).toBe(hundredths);
});

it('deleting a digit does not turn a thousands separator into a decimal sign', () => {
  expect(shown('1.23', '1.234')).toEqual({ value: '123', selection: [3, 3] });
  expect(shown('1.2', '1.23').value).toBe('1.2');
});
