/** A whole number, null where nothing is typed, NaN for what is no number. JSON turns NaN into null: check before. */
export const wholeOf = (text: string | undefined): number | null => {
  const digits = (text ?? '').replace(/[.\s]/g, '');
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
};

/** The same for a form that sends as it is what is no number: the school says at the field what is wrong. */
export const wholeOrTyped = (text: string): number | string | null => {
  const whole = wholeOf(text);
  return Number.isNaN(whole) ? text : whole;
};
