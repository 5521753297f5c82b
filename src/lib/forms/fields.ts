import { type FieldAttributes, type FormSchema, fieldsOf } from '#lib/contract/fields.schema.ts';
import { typedDay } from '#lib/format/typed-day.ts';
import { fieldNames } from '#lib/words/field-names.ts';
import type { Refused } from './submit.ts';

/** A field as its form shows it. */
export type FilledField = FieldAttributes & { value: string; error?: string };
export type FilledFields<Name extends string> = Readonly<Record<Name, FilledField>>;

type Submitted = Pick<Refused, 'values' | 'fields'> | null;

/**
 * Fields with their values: typed values first, then known ones, and the errors.
 *
 * @param known by name; only texts and numbers count.
 * @param submitted a refused form, or one that another button filled in.
 */
export function filledIn<Name extends string>(
  fields: Readonly<Record<Name, FieldAttributes>>,
  known: Readonly<Record<string, unknown>>,
  submitted: Submitted,
): FilledFields<Name> {
  const filled = Object.values<FieldAttributes>(fields).map((field) => {
    const { name } = field;
    const value = submitted?.values[name] ?? known[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const shown = field['data-mask'] === 'day' ? typedDay(text) : text;
    return [name, { ...field, value: shown, error: submitted?.fields[name] }];
  });
  return Object.fromEntries(filled);
}

/**
 * The form of an operation or of a schema, filled in: see `fieldsOf` and `filledIn`.
 *
 * @param names labels that this form uses instead of the default labels.
 */
export const formOf = <Name extends string>(
  from: FormSchema<Name> | { fields(names: Readonly<Record<string, string>>): Record<Name, FieldAttributes> },
  known: Readonly<Record<string, unknown>>,
  submitted: Submitted,
  names: Readonly<Record<string, string>> = fieldNames,
): FilledFields<Name> => filledIn('fields' in from ? from.fields(names) : fieldsOf(from, names), known, submitted);
