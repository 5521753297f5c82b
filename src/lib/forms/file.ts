import { type FileRule, faultOf, pictureRule } from '#lib/rules/forms/chosen-file.ts';
import { refuse } from './refusal.ts';
import type { Sent } from './submit.ts';

interface Names {
  /** The field that shows the error; by default the file’s own. */
  shownAt?: string | undefined;
  /** The field name in the call; by default that of the form. */
  as?: string;
}

/** The file of a form, in the field `file`, as the body of an upload. A file that breaks the rule is not sent. */
export function fileOf({ form }: Sent, rule: FileRule, { shownAt = 'file', as = 'file' }: Names = {}): FormData {
  const submitted = form.get('file');
  const file = submitted instanceof File ? submitted : null;
  const fault = faultOf(file, rule);
  if (!file || fault) return refuse({ [shownAt]: fault ?? '' });
  const body = new FormData();
  body.set(as, file);
  return body;
}

/** The picture of a form. */
export const pictureOf = (sent: Sent): FormData => fileOf(sent, pictureRule);
