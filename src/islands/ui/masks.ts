import type { MaskitoOptions } from '@maskito/core';
import { digitsOf, wholePhone } from '#lib/format/digits.ts';
import { tidied } from './tidied.ts';

const digit = /\d/;
const digits = (count: number) => Array.from({ length: count }, () => digit);

/** Input masks of VALID-19. */
export const cpfMask: MaskitoOptions = {
  mask: [...digits(3), '.', ...digits(3), '.', ...digits(3), '-', ...digits(2)],
};
export const cepMask: MaskitoOptions = { mask: [...digits(5), '-', ...digits(3)] };

/** A number with its country or with the 0 of a carrier: +55 0 15 (19) 99123-4567. */
const MAX_DIALLED = 16;

/**
 * Ten digits for a landline, eleven for a mobile. What people put before the area code stays while they type, and goes
 * once the number is whole: with a paste, with what the browser fills in, and at the end.
 */
export const phoneMask: MaskitoOptions = tidied(wholePhone, ({ value }) => {
  const typed = digitsOf(value);
  if (value.startsWith('+')) return ['+', ...digits(MAX_DIALLED)];
  if (typed.startsWith('0') || (typed.startsWith('55') && typed.length > 11)) return digits(MAX_DIALLED);
  return ['(', ...digits(2), ')', ' ', ...digits(typed.length > 10 ? 5 : 4), '-', ...digits(4)];
});
