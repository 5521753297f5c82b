/** A whole number, null where nothing is typed, NaN for what is no number. JSON turns NaN into null: check before. */
export const wholeOf = (text: string | undefined): number | null => {
  const digits = (text ?? '').replace(/[.\s]/g, '');
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
};
