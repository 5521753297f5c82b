/** An integer, null for an empty text, NaN for an invalid one. JSON turns NaN into null, so check before. */
export const wholeOf = (text: string | undefined): number | null => {
  const digits = (text ?? '').replace(/[.\s]/g, '');
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
};

/** The same, but an invalid text stays a text, so that the server refuses it at its field. */
export const wholeOrTyped = (text: string): number | string | null => {
  const whole = wholeOf(text);
  return Number.isNaN(whole) ? text : whole;
};
