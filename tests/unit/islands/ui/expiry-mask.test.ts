import { expect, it } from 'vitest';
import { expiryMask } from '../../../../src/islands/ui/expiry-mask.ts';
import { CardFields, cardInput, noCard } from '../../../../src/lib/rules/finance/card-form.ts';
import { pastedInto, typedInto } from '../../../support/masks.ts';

it.each([
  ['12/28', '12/28'],
  ['1228', '12/28'],
  ['12/2028', '12/28'],
  ['122028', '12/28'],
  ['12 / 2028', '12/28'],
  ['12-28', '12/28'],
  ['2028-12', '12/28'],
  ['2028/12', '12/28'],
  ['202812', '12/28'],
  ['01/2030', '01/30'],
  ['12/20', '12/20'],
])('VALID-19: %s is a validity of %s, pasted or typed', (text, shown) => {
  expect(pastedInto(expiryMask, text)).toBe(shown);
  expect(typedInto(expiryMask, text)).toBe(shown);
});

it.each([
  ['1/28', '01/28'],
  ['1/2028', '01/28'],
  ['2028-1', '01/28'],
])('VALID-19: %s pasted is a validity of %s', (text, shown) => {
  expect(pastedInto(expiryMask, text)).toBe(shown);
});

it('VALID-19: a value typed before the mask was active is read the same', () => {
  for (const expiry of ['12/28', '12/2028', '2028-12']) {
    expect(CardFields('2026-11-28').shape.expiry.safeParse(expiry).success, expiry).toBe(true);
    expect(cardInput({ ...noCard, expiry }).card).toMatchObject({ expiry_month: 12, expiry_year: 2028 });
  }
  for (const expiry of ['13/28', '12/2', '12/20', '1/1', '']) {
    expect(CardFields('2026-11-28').shape.expiry.safeParse(expiry).success, expiry).toBe(false);
  }
});
