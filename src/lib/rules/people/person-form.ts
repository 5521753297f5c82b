import type { User } from '#lib/contract/account.schema.ts';
import type { SeenFields } from '#lib/contract/people.schema.ts';
import { formatCpf } from '#lib/format/cpf.ts';
import { digitsOf, formatCep, formatPhone, withinBrazil } from '#lib/format/documents.ts';
import { dayOf } from '#lib/format/typed-day.ts';
import { type PersonField, personFieldNames } from '#lib/words/field-names.ts';

/** The values of the form's fields by name; empty without a value. */
export type PersonTexts = Readonly<Partial<Record<PersonField, string>>>;

const names = Object.keys(personFieldNames) as PersonField[];
const isGuardians = (name: PersonField) => name.startsWith('guardian.');
const own = names.filter((name) => !isGuardians(name)) as (keyof SeenFields)[];
const guardians = names.filter(isGuardians);
const nullable: ReadonlySet<string> = new Set([
  'civil_name',
  'cep',
  'country',
  'region',
  'complement',
  'district',
  'city',
  'state',
  'birth_date',
]);
const numbers: ReadonlySet<string> = new Set(['cpf', 'cep', 'guardian.cpf']);

/** The values of a person as they are stored, by field of the form. */
export function seenOf(user: User): PersonTexts {
  const values = names.map((name) => {
    const [first, second] = name.split('.') as [keyof User, (keyof NonNullable<User['guardian']>)?];
    return [name, (second ? user.guardian?.[second] : user[first]) ?? ''];
  });
  return Object.fromEntries(values) as PersonTexts;
}

/** Values as a field shows them: with their masks. */
export const withMasks = (values: PersonTexts): PersonTexts =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, masked(name, value)]));

function masked(name: string, value: string): string {
  if (name.endsWith('cpf')) return value.length === 11 ? formatCpf(value) : value;
  if (name.endsWith('phone')) return formatPhone(value);
  return name === 'cep' ? formatCep(value) : value;
}

/** The values when the form was drawn, as the form sends them back; empty if invalid. */
export function readSeen(text: string | undefined): PersonTexts {
  try {
    const values: unknown = JSON.parse(text ?? '');
    if (typeof values !== 'object' || values === null) return {};
    return Object.fromEntries(
      names.flatMap((name) => {
        const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
  } catch {
    return {};
  }
}

/** After somebody else’s change, the new values of those fields count as seen; other fields keep the old ones. */
export const seenAgain = (seen: PersonTexts, now: PersonTexts, fields: readonly string[]): PersonTexts => ({
  ...seen,
  ...Object.fromEntries(Object.entries(now).filter(([name]) => fields.includes(name) || !Object.hasOwn(seen, name))),
});

/**
 * The input of the call: the fields that differ from the seen values, and those seen values.
 *
 * @param values as in the form, with or without masks
 */
export function changedFields(values: PersonTexts, seen: PersonTexts) {
  const typed = values.birth_date ? { ...values, birth_date: dayOf(values.birth_date) } : values;
  const isChanged = (name: PersonField) => typed[name] !== undefined && plain(name, typed[name]) !== (seen[name] ?? '');
  const changed = own.filter(isChanged);
  return {
    ...Object.fromEntries(changed.map((name) => [name, typed[name] || (nullable.has(name) ? null : '')])),
    ...(guardians.some(isChanged) && { guardian: guardianOf(typed) }),
    vistos: Object.fromEntries(
      changed.flatMap((name) => (seen[name] === undefined ? [] : [[name, seen[name] || null]])),
    ),
  };
}

function plain(name: PersonField, text: string): string {
  if (name.endsWith('phone')) return withinBrazil(text) || text;
  return numbers.has(name) ? digitsOf(text) || text : text;
}

/** If all its fields are empty, the guardian is removed. */
function guardianOf(typed: PersonTexts): Record<string, string> | null {
  if (guardians.every((name) => !typed[name])) return null;
  return Object.fromEntries(guardians.map((name) => [name.slice('guardian.'.length), typed[name] ?? '']));
}
