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

/** The longest number with country code or carrier: +55 0 15 (19) 99123-4567. */
const MAX_DIALLED = 16;

/**
 * Ten digits for a landline, eleven for a mobile. A prefix before the area code stays while typing, and is removed once
 * the number is complete: when pasted, autofilled, or on blur.
 */
export const phoneMask: MaskitoOptions = tidied(wholePhone, ({ value }) => {
  const typed = digitsOf(value);
  if (value.startsWith('+')) return ['+', ...digits(MAX_DIALLED)];
  if (typed.startsWith('0') || (typed.startsWith('55') && typed.length > 11)) return digits(MAX_DIALLED);
  return ['(', ...digits(2), ')', ' ', ...digits(typed.length > 10 ? 5 : 4), '-', ...digits(4)];
});

const sign = /[\da-z]/i;
const signs = (count: number) => Array.from({ length: count }, () => sign);

/** The number of a company: letters and digits, then two check digits. Letters become capitals. */
export const cnpjMask: MaskitoOptions = {
  mask: [...signs(2), '.', ...signs(3), '.', ...signs(3), '/', ...signs(4), '-', ...digits(2)],
  postprocessors: [({ value, selection }) => ({ value: value.toUpperCase(), selection })],
};

/**
 * An integer with points between thousands. Invalid text stays as typed, so that the field’s rule can report it: nothing
 * of "1,5" is removed.
 */
export const integerMask: MaskitoOptions = {
  mask: /^.*$/,
  postprocessors: [
    ({ value, selection }) => {
      const typed = value.replace(/[.\s]/g, '');
      if (!/^\d+$/.test(typed)) return { value, selection };
      const head = typed.slice(0, typed.length % 3);
      const grouped = [head, ...(typed.slice(head.length).match(/\d{3}/g) ?? [])].filter(Boolean).join('.');
      return { value: grouped, selection: [placeIn(selection[0]), placeIn(selection[1])] };

      /** Positions the cursor after the same number of digits. */
      function placeIn(place: number): number {
        let left = digitsOf(value.slice(0, place)).length;
        let at = 0;
        for (; left > 0; at += 1) if (grouped[at] !== '.') left -= 1;
        return at;
      }
    },
  ],
};
