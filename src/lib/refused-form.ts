/** A form that was refused: what was typed, and what was wrong about it. */
export interface RefusedForm {
  problem: string;
  fields: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}

/** The texts of a form; files are left out. */
export const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])));

/** A whole number, or null where nothing is typed. What is no number becomes NaN, which every schema refuses. */
export const wholeOf = (text: string | undefined): number | null => {
  const digits = (text ?? '').replace(/[.\s]/g, '');
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
};
