import {
  formatCep as cepWithMask,
  formatCnpj as cnpjWithMask,
  isValidCnpj,
  isValidCpf,
  isValidPhone,
  formatPhone as phoneWithMask,
} from '@brazilian-utils/brazilian-utils';
import { digitsOf, formatForeignPhone, isForeignPhone, withinBrazil } from './digits.ts';

// Importing these from `digits.ts` directly avoids loading the tables below.
export { digitsOf, withinBrazil };

/** Eleven digits with right check digits, with or without mask. */
export const isCpf = (text: string) => isValidCpf(text);
/** Only the digits and letters of a CNPJ: numbers issued since 2026 may have both. */
export const plainCnpj = (text: string) => text.replace(/[^0-9a-z]/gi, '').toUpperCase();
/** Fourteen places with right check digits, with or without mask. */
export const isCnpj = (text: string) => isValidCnpj(text, { version: 2 });
/** `11222333000181` → `11.222.333/0001-81`. */
export const formatCnpj = (plain: string) => cnpjWithMask(plain, { version: 2 });
/**
 * A valid telephone number within Brazil, with any prefix that `withinBrazil` removes. The area code exists, and the rest
 * fits a landline of eight digits or a mobile of nine, which begins with 9 (VALID-22).
 */
export const isBrazilianPhone = (text: string) =>
  /^\d{2}9?\d{8}$/.test(withinBrazil(text)) && isValidPhone(withinBrazil(text));
/** The same, or a number of another country with its +. */
export const isPhone = (text: string) => isBrazilianPhone(text) || isForeignPhone(text);
/** `19991234567` → `(19) 99123-4567`, `+351912345678` → `+351 912 345 678`; an incomplete number stays as it is. */
export const formatPhone = (text: string) => {
  if (isBrazilianPhone(text)) return phoneWithMask(withinBrazil(text), { mask: 'auto' });
  return isForeignPhone(text) ? formatForeignPhone(text) : text;
};
/** Eight digits; the lowest codes of the country begin with 01. */
export const isCep = (text: string) => /^(?!00)\d{8}$/.test(digitsOf(text));
/** `13010100` → `13010-100`; an incomplete code stays as it is. */
export const formatCep = (text: string) => (isCep(text) ? cepWithMask(digitsOf(text)) : text);

const STATES = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');
/** The letters of one of the 27 states, in any case. */
export const isState = (text: string) => STATES.includes(text.toUpperCase());
/** The name of a person: at least two letters. */
export const isPersonName = (text: string) => /\p{L}.*\p{L}/u.test(text);
