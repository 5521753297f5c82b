import { ApiError } from '#lib/api/client.ts';
import { notDone, pointTo } from '#lib/words/forms.ts';

/** Why an action was refused: a sentence, and the errors of single fields. */
export interface Refusal {
  problem: string;
  fields: Readonly<Record<string, string>>;
}

/** Refuses a form because of its fields, before it is sent. @throws ApiError always */
export function refuse(fields: Readonly<Record<string, string>>): never {
  throw new ApiError(422, { fields });
}

/** Renames an error’s fields to those of the form. Any other error is unchanged. */
export function renamed(error: unknown, nameOf: (field: string) => string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, detail, code, fields } = error;
  const names = Object.entries(fields).map(([field, words]) => [nameOf(field), words]);
  return new ApiError(status, { detail, code, fields: Object.fromEntries(names) });
}

/** Waits for a call, and renames refused fields to those of the form. @throws ApiError */
export const namedAs = <T>(nameOf: (field: string) => string, work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw renamed(error, nameOf);
  });

/**
 * Describes a refusal in words, the same on pages and in islands. Visible fields are marked, and the sentence above only
 * refers to them. For a conflict, or a field that is not on the form, it uses the server’s sentence.
 *
 * @param otherwise the default sentence
 * @param isShown whether a field of this name is on the form
 * @throws every other error
 */
export function refusalOf(error: unknown, otherwise: string = notDone, isShown = (_name: string) => true): Refusal {
  if (!(error instanceof ApiError)) throw error;
  const { detail, fields, status } = error;
  const names = Object.keys(fields);
  // If all wrong fields are visible, their marks suffice.
  const isMarked = status !== 409 && (detail === '' || names.every(isShown));
  const pointer = isMarked ? pointTo(fields) : null;
  return { problem: pointer ?? (detail || Object.values(fields)[0] || otherwise), fields };
}
