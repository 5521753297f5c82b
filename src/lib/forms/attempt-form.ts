import { ApiError } from '#lib/api/client.ts';
import { type RefusedForm, textsOf } from '#lib/rules/forms/refused-form.ts';
import { accountMessages } from '#lib/words/account.ts';

/** Texts that are not shown again in a form that was refused. */
const SECRET = /password/;

/** Sends a form on. @returns null once it is done, else the form with its errors and without its passwords */
export async function attemptForm(
  form: FormData,
  send: (texts: Record<string, string>) => Promise<unknown>,
): Promise<RefusedForm | null> {
  const texts = textsOf(form);
  try {
    await send(texts);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const values = Object.fromEntries(Object.entries(texts).filter(([name]) => !SECRET.test(name)));
    const isAboutFields = Object.keys(error.fields).length > 1;
    const problem = isAboutFields ? accountMessages.checkFields : error.detail || accountMessages.notSaved;
    return { problem, fields: error.fields, values };
  }
}
