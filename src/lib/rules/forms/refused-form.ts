/** A refused form: the typed values, and the errors. */
export interface RefusedForm {
  problem: string;
  fields: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}

/** The texts of a form; files are left out. */
export const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])));

/** A whole number, null for an empty text, NaN if it is no number. JSON turns NaN into null: check before. */
export const wholeOf = (text: string | undefined): number | null => {
  const digits = (text ?? '').replace(/[.\s]/g, '');
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
};

/** Points given or taken by hand, from the form: `sentido` is `dar` or `tirar`. */
export const signedPoints = ({ sentido, pontos }: Readonly<Record<string, string>>): number =>
  (wholeOf(pontos) ?? Number.NaN) * (sentido === 'tirar' ? -1 : 1);
