import { ApiError } from '#lib/api/client.ts';
import { type RefusedForm, textsOf, wholeOf } from '#lib/rules/forms/refused-form.ts';
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

/** Sent as JSON, what is no number would arrive as nothing. @throws ApiError as the server would. */
export function checkWhole(texts: Texts, required: readonly string[], optional: readonly string[] = []): void {
  const isWrong = (name: string) => Number.isNaN(wholeOf(texts[name]));
  const wrong = [
    ...required.filter((name) => isWrong(name) || wholeOf(texts[name]) === null),
    ...optional.filter(isWrong),
  ];
  if (wrong.length === 0) return;
  throw new ApiError(422, { fields: Object.fromEntries(wrong.map((name) => [name, formWords.wholeMissing])) });
}

const PICTURE_BYTES = 2 * 1024 * 1024;

/** Sends the picture of a form, said to be missing or too large before it goes out. */
export async function attemptPicture(
  form: FormData,
  send: (body: FormData) => Promise<unknown>,
): Promise<RefusedForm | null> {
  const file = form.get('file');
  const refused = (words: string): RefusedForm => ({ problem: words, fields: { file: words }, values: {} });
  if (!(file instanceof File) || file.size === 0) return refused(formWords.pictureMissing);
  if (file.size > PICTURE_BYTES) return refused(formWords.pictureTooLarge);
  const body = new FormData();
  body.set('file', file);
  return attempt(new FormData(), () => send(body));
}
