/** Only the digits of a masked text. */
export const digitsOf = (text: string) => text.replace(/\D/g, '');
/** Digits of a number within Brazil; an area code 55 is not taken for the country code. */
export const withinBrazil = (text: string) => digitsOf(text).replace(/^55(?=\d{10,11}$)/, '');
