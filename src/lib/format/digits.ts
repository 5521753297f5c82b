/** Only the digits of a masked text. */
export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** +55 or 0055 before a complete number; an area code 55 is not taken for the country code. */
const COUNTRY = /^(?:00)?55(?=(?:0(?:\d{2})?)?\d{10,11}$)/;
/** The 0 of a long-distance call, with or without two digits of a carrier; 00 begins an international call. */
const TRUNK = /^0(?:[1-9]\d)?(?=[1-9]\d{9,10}$)/;

/**
 * The digits of a number within Brazil, without prefixes before the area code: +55, 0055, 0, 0 and a carrier. A foreign
 * number keeps its +, so that it is not taken for a Brazilian one.
 */
export function withinBrazil(text: string): string {
  const written = digitsOf(text);
  const isAbroad = /^\s*\+/.test(text) || /^00(?!0)\d{10,15}$/.test(written);
  const digits = isAbroad ? written.replace(/^00/, '') : written;
  return isAbroad && !digits.startsWith('55') ? `+${digits}` : digits.replace(COUNTRY, '').replace(TRUNK, '');
}

/**
 * Whether a text is a foreign number: a +, its country code, and at most as many digits as E.164 allows; North American
 * numbers have ten after +1.
 */
export const isForeignPhone = (text: string): boolean =>
  /^\+(?!55)(?!1(?!\d{10}$))[1-9]\d{6,14}$/.test(withinBrazil(text));

const COUNTRY_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** `+351912345678` → `+351 912 345 678`. @param text of `isForeignPhone` */
export function formatForeignPhone(text: string): string {
  const number = withinBrazil(text);
  const [code = ''] = COUNTRY_CODE.exec(number) ?? [];
  return [code, ...(number.slice(code.length).match(/\d{3}(?=\d{2})|\d+/g) ?? [])].join(' ');
}

/** The number as dialed internationally: `+5519991234567`. @param phone as it is stored */
export const dialled = (phone: string): string => (phone.startsWith('+') ? phone : `+55${phone}`);

/** The shape of a complete number, without the table of area codes: a mobile of nine digits, or a landline. */
const WHOLE = /^[1-9]{2}(?:9\d{8}|[2-5]\d{7})$/;

/** The digits of a complete telephone number as `withinBrazil` reads it; null for any other text. */
export function wholePhone(text: string): string | null {
  const digits = withinBrazil(text);
  return WHOLE.test(digits) ? digits : null;
}

/**
 * Whether a spreadsheet or a program lost digits of a number: `2,02601E+11` may be many numbers, and a number of more
 * than 15 digits ends in zeros once its last digits are lost.
 */
export const isShortenedNumber = (text: string): boolean => /^\d+(?:[.,]\d+)?E[+-]\d+$|^\d{15,}0$/i.test(text);
export const shortenedNumber =
  'A planilha encurtou este número. Formate a coluna como texto, escreva o número inteiro e salve de novo.';
