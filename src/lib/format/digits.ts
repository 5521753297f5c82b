/** Only the digits of a masked text. */
export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** +55 or 0055, in front of a whole number; an area code 55 is not taken for the country code. */
const COUNTRY = /^(?:00)?55(?=(?:0(?:\d{2})?)?\d{10,11}$)/;
/** The 0 of a call to another town, with the two figures of a carrier or without; 00 begins a call to another country. */
const TRUNK = /^0(?:[1-9]\d)?(?=[1-9]\d{9,10}$)/;

/**
 * Digits of a number within Brazil, without what people dial or write before the area code: +55, 0055, 0, 0 and a
 * carrier. A number of another country keeps its +, so that it is not taken for one of Brazil.
 */
export function withinBrazil(text: string): string {
  const written = digitsOf(text);
  const isAbroad = /^\s*\+/.test(text) || /^00(?!0)\d{10,15}$/.test(written);
  const digits = isAbroad ? written.replace(/^00/, '') : written;
  return isAbroad && !digits.startsWith('55') ? `+${digits}` : digits.replace(COUNTRY, '').replace(TRUNK, '');
}

/**
 * A number of another country: its +, its code, and as many figures as a number may have (E.164); those of North America have
 * ten behind +1.
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

/** As it is dialled from anywhere: `+5519991234567`. @param phone as it is stored */
export const dialled = (phone: string): string => (phone.startsWith('+') ? phone : `+55${phone}`);

/** A whole number by its shape, without the table of area codes: a mobile of nine figures, or a landline. */
const WHOLE = /^[1-9]{2}(?:9\d{8}|[2-5]\d{7})$/;

/** The digits of a whole telephone number as `withinBrazil` reads it; null for any other text. */
export function wholePhone(text: string): string | null {
  const digits = withinBrazil(text);
  return WHOLE.test(digits) ? digits : null;
}

/**
 * Whether a spreadsheet or a program lost figures of a number: `2,02601E+11` stands for many numbers, and more than 15
 * figures end in zeros once the last ones are lost.
 */
export const isShortenedNumber = (text: string): boolean => /^\d+(?:[.,]\d+)?E[+-]\d+$|^\d{15,}0$/i.test(text);
export const shortenedNumber =
  'A planilha encurtou este número. Formate a coluna como texto, escreva o número inteiro e salve de novo.';
