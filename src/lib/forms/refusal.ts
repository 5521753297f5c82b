import { ApiError } from '#lib/api/client.ts';
import { notDone, pointTo } from '#lib/words/forms.ts';

/** Why something did not happen: a sentence, and what is wrong with single fields. */
export interface Refusal {
  problem: string;
  fields: Readonly<Record<string, string>>;
}

/** Refuses a form by its own fields, before it is sent. @throws ApiError always */
export function refuse(fields: Readonly<Record<string, string>>): never {
  throw new ApiError(422, { fields });
}

/** An error with the names that its fields have on the form. What is no refusal stays as it is. */
export function renamed(error: unknown, nameOf: (field: string) => string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, detail, code, fields } = error;
  const names = Object.entries(fields).map(([field, words]) => [nameOf(field), words]);
  return new ApiError(status, { detail, code, fields: Object.fromEntries(names) });
}

/** Waits for a call, and names the fields that it refuses as the form does. @throws ApiError */
export const namedAs = <T>(nameOf: (field: string) => string, work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw renamed(error, nameOf);
  });

/**
 * Says a refusal in words, the same on pages and in islands. Fields that the reader sees are marked there, and the
 * sentence above only points to them. A conflict, or a field that is not on the form, is told by the server's sentence.
 *
 * @param otherwise where the server says nothing.
 * @param isShown whether a field of this name stands on the form.
 * @throws what is no refusal
 */
export function refusalOf(error: unknown, otherwise: string = notDone, isShown = (_name: string) => true): Refusal {
  if (!(error instanceof ApiError)) throw error;
  const { detail, fields, status } = error;
  const names = Object.keys(fields);
  // A page refuses by fields that it shows, ticked or not, and says no more.
  const isMarked = status !== 409 && (detail === '' || names.every(isShown));
  const pointer = isMarked ? pointTo(fields) : null;
  return { problem: pointer ?? (detail || Object.values(fields)[0] || otherwise), fields };
}
