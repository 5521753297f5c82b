import { isValidCpf } from '@brazilian-utils/brazilian-utils';

/** Only the digits of a masked text. */
export const digitsOf = (text: string) => text.replace(/\D/g, '');
/** Eleven digits with right check digits, with or without mask. */
export const isCpf = (text: string) => isValidCpf(text);
/** Ten or eleven digits; a leading +55 is fine. */
export const isPhone = (text: string) => /^\d{10,11}$/.test(digitsOf(text).replace(/^55(?=\d{10,11}$)/, ''));
export const isCep = (text: string) => digitsOf(text).length === 8;
