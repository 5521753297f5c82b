import type { FieldAttributes } from '#lib/contract/fields.schema.ts';
import { centavosOf } from '#lib/format/reais.ts';
import { wholeOrTyped } from '#lib/rules/forms/whole.ts';
import { readSlots } from '#lib/rules/teaching/typed-slots.ts';
import type { Field, Values } from './describe.ts';

/** The kind of a field, by default from its operation. */
export const kindOf = ({ kind }: Field, known?: FieldAttributes) => kind ?? (known?.type === 'date' ? 'day' : 'text');

/** The values of a multi-pick, which the field stores as one text. */
export const pickedIn = (text: string): string[] => text.split(',').filter(Boolean);

type Typed = Readonly<Record<string, string | boolean>>;

/**
 * Converts typed values to the operation’s input, each field by its kind. @param known attributes of its fields, from the
 * operation
 */
export const sentOf = (
  typed: Typed,
  fields: readonly Field[],
  known: Readonly<Record<string, FieldAttributes>>,
): Values => ({
  ...typed,
  ...Object.fromEntries(
    fields.flatMap((field) => {
      const value = typed[field.name];
      return value === undefined ? [] : [[field.name, sentValue(field, kindOf(field, known[field.name]), value)]];
    }),
  ),
});

/** Amounts were validated before; an invalid integer is sent as typed, and the server refuses it at its field. */
function sentValue(
  { isNumber, read = centavosOf }: Field,
  kind: Field['kind'],
  typed: string | boolean,
): Values[string] {
  const text = String(typed);
  switch (kind) {
    case 'money':
      return read(text) ?? 0;
    case 'whole':
      return wholeOrTyped(text);
    case 'day':
    case 'time':
      return text || null;
    case 'hours':
      return readSlots(text);
    case 'picks':
      return pickedIn(text).map((each) => (/^\d+$/.test(each) ? Number(each) : each));
    case 'pick':
      return Number(text);
    case 'choice':
      return isNumber ? Number(text) || null : text;
    default:
      return typed;
  }
}
