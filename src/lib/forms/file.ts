import { MAX_PICTURE } from '#lib/format/limits.ts';
import { formWords } from '#lib/words/forms.ts';
import { refuse } from './refusal.ts';
import type { Sent } from './submit.ts';

interface FileRule {
  /** Bytes. */
  max: number;
  missing: string;
  tooLarge: string;
  /** The field where the form shows what is wrong; by default the file's own. */
  shownAt?: string;
  /** The name that the call has for it; by default that of the form. */
  as?: string;
}

/** The file of a form, as the body of an upload. It is refused before it goes out where it is missing or too large. */
export function fileOf({ form }: Sent, name: string, rule: FileRule): FormData {
  const { max, missing, tooLarge, shownAt = name, as = name } = rule;
  const file = form.get(name);
  if (!(file instanceof File) || file.size === 0) return refuse({ [shownAt]: missing });
  if (file.size > max) return refuse({ [shownAt]: tooLarge });
  const body = new FormData();
  body.set(as, file);
  return body;
}

const PICTURE: FileRule = {
  max: MAX_PICTURE,
  missing: formWords.pictureMissing,
  tooLarge: formWords.pictureTooLarge,
};

/** The picture of a form, in the field `file`. */
export const pictureOf = (sent: Sent): FormData => fileOf(sent, 'file', PICTURE);
