import type { FieldAttributes } from '#lib/contract/fields.schema.ts';
import type { Refused } from './submit.ts';

/** A field as its form shows it. */
export type FilledField = FieldAttributes & { value: string; error?: string };
export type FilledFields<Name extends string> = Readonly<Record<Name, FilledField>>;

/**
 * Fields with their values: typed values first, then known ones, and the errors.
 *
 * @param known by name; only texts count.
 * @param given a refused form, or one that another button filled in.
 */
export function filledIn<Name extends string>(
  fields: Readonly<Record<Name, FieldAttributes>>,
  known: Readonly<Record<string, unknown>>,
  given: Pick<Refused, 'values' | 'fields'> | null,
): FilledFields<Name> {
  const filled = Object.values<FieldAttributes>(fields).map((field) => {
    const { name } = field;
    const value = given?.values[name] ?? known[name];
    return [name, { ...field, value: typeof value === 'string' ? value : '', error: given?.fields[name] }];
  });
  return Object.fromEntries(filled);
}
