import { type MaskitoOptions, maskitoTransform } from '@maskito/core';
import { describe, expect, it } from 'vitest';
import { cnpjMask, integerMask, phoneMask } from '../../../../src/islands/ui/masks.ts';
import { Cnpj, Phone } from '../../../../src/lib/contract/shapes.schema.ts';
import { formatPhone, isBrazilianPhone, isPhone } from '../../../../src/lib/format/documents.ts';
import { wholeOf } from '../../../../src/lib/rules/forms/whole.ts';
import { pastedInto, typedInto } from '../../../support/masks.ts';

/** Anatel's list. */
const AREAS = [
  ...[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 28, 31, 32, 33, 34, 35, 37, 38, 41, 42, 43, 44, 45, 46, 47],
  ...[48, 49, 51, 53, 54, 55, 61, 62, 63, 64, 65, 66, 67, 68, 69, 71, 73, 74, 75, 77, 79, 81, 82, 83, 84, 85, 86, 87],
  ...[88, 89, 91, 92, 93, 94, 95, 96, 97, 98, 99],
];
const kinds = ['98765-4321', '3232-4567'];
const spellings = {
  plain: (area: number, rest: string) => `${area}${rest}`,
  '+55': (area: number, rest: string) => `+55 ${area} ${rest}`,
  '+55 with brackets': (area: number, rest: string) => `+55 (${area}) ${rest}`,
  '+55 and 0': (area: number, rest: string) => `+55 0${area} ${rest}`,
  '0055': (area: number, rest: string) => `0055${area}${rest}`,
  '55': (area: number, rest: string) => `55${area}${rest}`,
  '0': (area: number, rest: string) => `0${area}${rest}`,
  '0 and a carrier': (area: number, rest: string) => `0 15 ${area} ${rest}`,
  '0xx': (area: number, rest: string) => `(0xx${area}) ${rest}`,
};

describe('VALID-19, VALID-22: a telephone number of each of the 67 area codes', () => {
  it.each(Object.entries(spellings))('%s: is read the same when pasted, typed and on the server', (_name, spell) => {
    expect(AREAS).toHaveLength(67);
    for (const area of AREAS) {
      for (const rest of kinds) {
        const written = `(${area}) ${rest}`;
        const text = spell(area, rest);
        expect(pastedInto(phoneMask, text), text).toBe(written);
        const typed = typedInto(phoneMask, text);
        expect(isPhone(typed) && formatPhone(typed), `${text} typed as ${typed}`).toBe(written);
        expect(Phone.parse(text), text).toBe(written.replace(/\D/g, ''));
      }
    }
  });
});

it('VALID-22: a foreign number is not read as a Brazilian one', () => {
  for (const text of ['+33 9 12 34 56 78', '+351 912 345 678', '+1 415 555 2671', '+49 9123 456789']) {
    const stored = `+${text.replace(/\D/g, '')}`;
    for (const shown of [pastedInto(phoneMask, text), typedInto(phoneMask, text)]) {
      expect(isBrazilianPhone(shown), text).toBe(false);
      expect(Phone.parse(shown), text).toBe(stored);
    }
  }
});

it('an incomplete number stays as typed, and an extra digit is ignored', () => {
  const shown = (text: string, mask: MaskitoOptions = phoneMask) => maskitoTransform(text, mask);
  expect([shown('1'), shown('199'), shown('1932324567'), shown('19987654321')]).toEqual([
    '(1',
    '(19) 9',
    '(19) 3232-4567',
    '(19) 98765-4321',
  ]);
  expect(typedInto(phoneMask, '199876543219')).toBe('(19) 98765-4321');
});

describe('VALID-19: CNPJ', () => {
  it.each([
    ['11222333000181', '11.222.333/0001-81'],
    ['11.222.333/0001-81', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
  ])('%s reads the same pasted, typed and on the server', (text, shown) => {
    expect([pastedInto(cnpjMask, text), typedInto(cnpjMask, text)]).toEqual([shown, shown]);
    expect(Cnpj.parse(shown)).toBe(shown.replace(/\W/g, ''));
  });
});

describe('VALID-19: a whole number', () => {
  it.each([
    ['7', '7', 7],
    ['1500', '1.500', 1500],
    ['1.500', '1.500', 1500],
    ['1234567', '1.234.567', 1234567],
    // These are refused by the rule of the field, so nothing is cut.
    ['1,5', '1,5', Number.NaN],
    ['-3', '-3', Number.NaN],
    ['dez', 'dez', Number.NaN],
  ])('%s is shown as %s', (text, shown, value) => {
    expect([pastedInto(integerMask, text), typedInto(integerMask, text)]).toEqual([shown, shown]);
    expect(wholeOf(shown)).toBe(value);
  });

  it('the caret stays behind the same digits', () => {
    const process = integerMask.postprocessors?.[0];
    const before = { value: '', selection: [0, 0] as const };
    expect(process?.({ value: '12345', selection: [2, 2] }, before)).toEqual({ value: '12.345', selection: [2, 2] });
    expect(process?.({ value: '1.2345', selection: [6, 6] }, before)).toEqual({ value: '12.345', selection: [6, 6] });
    expect(process?.({ value: '12345', selection: [3, 3] }, before)).toEqual({ value: '12.345', selection: [4, 4] });
  });
});
