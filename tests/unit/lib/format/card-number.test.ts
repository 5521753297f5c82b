import cardValidator from 'card-validator';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCardNumber } from '../../../../src/lib/format/card-number.ts';

it.each([
  ['4111111111111111', true],
  ['4111111111111112', false],
  ['1234567890123', false],
  ['5555555555554444', true],
  ['378282246310005', true],
  ['4000000000000010', true],
  ['00000000000', false],
  ['4111 1111 1111 1111', false],
])('the check digit of the card %s is valid: %s', (number, fits) => {
  expect(isCardNumber(number)).toBe(fits);
});

it('the server accepts each number that the form accepts', () => {
  const number = fc.stringMatching(/^[4-6]\d{15}$/);
  fc.assert(
    fc.property(number, (digits) => {
      if (cardValidator.number(digits, { luhnValidateUnionPay: true }).isValid) expect(isCardNumber(digits)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
