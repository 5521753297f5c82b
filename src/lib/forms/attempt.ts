import { ApiError } from '#lib/api/client.ts';
import { type RefusedForm, textsOf } from '#lib/rules/forms/refused-form.ts';
import { formWords } from '#lib/words/forms.ts';

export type Texts = Record<string, string>;

/**
 * Sends what a form of the panel says.
 *
 * @returns null once it is done, else the form as it was sent, with its errors.
 */
export async function attempt(form: FormData, send: (texts: Texts) => Promise<unknown>): Promise<RefusedForm | null> {
  const values = textsOf(form);
  try {
    await send(values);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The intent behind the key is another one: the next try is a new one.
    if (error.code === 'key_reused') delete values.chave;
    // A conflict says more than that a field is wrong.
    const isAboutFields = Object.keys(error.fields).length > 0 && error.status !== 409;
    const problem = isAboutFields ? formWords.checkFields : error.detail || formWords.notSaved;
    return { problem, fields: error.fields, values };
  }
}
