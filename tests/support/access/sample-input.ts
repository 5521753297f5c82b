import { z } from 'zod';

type Json = Record<string, unknown>;

/** Values of fields by name, where the schema alone gives none. */
const byName: Readonly<Record<string, unknown>> = {
  cpf: '39053344705',
  cnpj: '11222333000181',
  cep: '13015904',
  phone: '19991230000',
  telefone: '19991230000',
  email: 'matriz@teste.example',
  full_name: 'Pessoa da Matriz',
  nome: 'Pessoa da Matriz',
  state: 'SP',
  uf: 'SP',
  password: 'uma senha bem longa 7',
  new_password: 'uma senha bem longa 7',
  birth_date: '1990-05-05',
};

/**
 * The smallest input that a schema accepts, from its JSON form: the call passes validation, so that access decides.
 * The caller gives values for rules that the schema of a field does not show.
 */
export function sampleOf(schema: z.ZodType, given: Json = {}): unknown {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const value = sample(root, root, '');
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value, ...given } : value;
}

function sample(node: Json, root: Json, name: string): unknown {
  if (typeof node.$ref === 'string') {
    const defs = root.$defs as Record<string, Json>;
    return sample(defs[node.$ref.split('/').at(-1) ?? ''] ?? {}, root, name);
  }
  if ('const' in node) return node.const;
  if (Array.isArray(node.enum)) return node.enum[0];
  if (Array.isArray(node.allOf)) return Object.assign({}, ...node.allOf.map((part: Json) => sample(part, root, name)));
  const choices = (node.anyOf ?? node.oneOf) as Json[] | undefined;
  if (choices) return sample(choices.find(({ type }) => type !== 'null') ?? {}, root, name);
  if (node.type === 'object') {
    const fields = (node.properties ?? {}) as Record<string, Json>;
    const required = (node.required ?? []) as string[];
    return Object.fromEntries(required.map((field) => [field, sample(fields[field] ?? {}, root, field)]));
  }
  if (name in byName) return byName[name];
  if (node.type === 'array')
    return Array.from({ length: Number(node.minItems ?? 0) }, () => sample((node.items ?? {}) as Json, root, name));
  if (node.type === 'boolean') return true;
  if (node.type === 'integer' || node.type === 'number') return Math.max(1, Number(node.minimum ?? 1));
  return textFor(node);
}

function textFor({ format, minLength, maxLength }: Json): string {
  if (format === 'date') return '2030-06-15';
  if (format === 'date-time') return '2030-06-15T12:00:00.000Z';
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (format === 'email') return 'matriz@teste.example';
  const text = 'Texto da matriz';
  return text.padEnd(Number(minLength ?? 0), 'x').slice(0, Number(maxLength ?? 200));
}
