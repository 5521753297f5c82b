import { wholeOf } from '#lib/rules/forms/whole.ts';
import { formWords } from '#lib/words/forms.ts';
import { refuse } from './refusal.ts';

/** JSON would send null for NaN. @throws ApiError as the server would */
export function checkWhole(
  values: Readonly<Record<string, string>>,
  required: readonly string[],
  optional: readonly string[] = [],
): void {
  const isWrong = (name: string) => Number.isNaN(wholeOf(values[name]));
  const wrong = [
    ...required.filter((name) => isWrong(name) || wholeOf(values[name]) === null),
    ...optional.filter(isWrong),
  ];
  if (wrong.length > 0) refuse(Object.fromEntries(wrong.map((name) => [name, formWords.wholeMissing])));
}
