import type { FieldAttributes } from '#lib/contract/fields.schema.ts';
import type { Refused } from './submit.ts';

/** A field as its form shows it. */
export type FilledField = FieldAttributes & { value: string; error?: string };
export type FilledFields<Name extends string> = Readonly<Record<Name, FilledField>>;

/**
 * Fields with what stands in them: what was typed before, else what is known. What is wrong comes along.
 *
 * @param known by name; what is no text is left out.
 * @param given a form that was refused, or filled in by another button of it.
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
