import type { Seal } from './gateway.ts';

const PURPOSE = 'form';
/** A form may stay open over lunch. */
export const FORM_LIFETIME_S = 4 * 60 * 60;

/** Records when somebody first touched a public form. Bots fill it in faster than people. */
export const startForm = (seal: Seal): Promise<string> => seal.seal(PURPOSE, { at: Date.now() }, FORM_LIFETIME_S);

/** @returns milliseconds since the note; null for a text that is not ours or is too old. */
export async function formAge(seal: Seal, note: string | undefined): Promise<number | null> {
  const data = await seal.open(PURPOSE, note);
  return typeof data?.at === 'number' ? Date.now() - data.at : null;
}
