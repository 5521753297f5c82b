/** Marks in a row above and below one letter; languages use three. The limit is that of Unicode's Stream-Safe Text Format. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * A text in one Unicode form: `NFC` composes letters with their marks, `NFD` decomposes them, `NFKD` also decomposes
 * compatibility characters. Marks beyond the thirtieth of a letter are removed: `normalize` sorts them in quadratic time,
 * half a second for 64 kB.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form);

/** A text without accents and other marks. */
export const withoutMarks = (text: string): string => normalForm(text, 'NFD').replace(/\p{M}/gu, '');
