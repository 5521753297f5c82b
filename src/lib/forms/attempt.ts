import { ApiError } from '#lib/api/client.ts';
import { type RefusedForm, textsOf } from '#lib/rules/forms/refused-form.ts';
import { formWords } from '#lib/words/forms.ts';

export type Texts = Record<string, string>;

/**
 * Sends a form of the panel.
 *
 * @returns null on success, else the sent form with its errors.
 */
export async function attempt(form: FormData, send: (texts: Texts) => Promise<unknown>): Promise<RefusedForm | null> {
  const values = textsOf(form);
  try {
    await send(values);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The key belongs to another intent: the next try gets a new key.
    if (error.code === 'key_reused') delete values.chave;
    // A conflict is more than a wrong field.
    const isAboutFields = Object.keys(error.fields).length > 0 && error.status !== 409;
    const problem = isAboutFields ? formWords.checkFields : error.detail || formWords.notSaved;
    return { problem, fields: error.fields, values };
  }
}
