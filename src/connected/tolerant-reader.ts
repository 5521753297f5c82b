import type { z } from 'zod';

/** One place where an answer breaks the contract. It holds kinds, never a value. */
export interface Misfit {
  /** Such as `parcelas[].vencimento`. */
  path: string;
  expected: string;
  got: string;
  /** The reader could still use it: a word that the contract does not list, or an instant with an offset. */
  isTolerated: boolean;
}

export interface TolerantReading {
  /** The answer as the contract has it, without unknown fields. Only useful when nothing broke. */
  value: unknown;
  misfits: Misfit[];
}

const ABSENT = Symbol('absent');
const OFFSET = /T.*[+-]\d\d:?\d\d$/;

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  entries?: Record<string, unknown>;
  values?: unknown[];
  options?: z.ZodType[];
  format?: string;
};
/** The parts of a schema. The library keeps them there for tools. */
export const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

/**
 * Reads another host's answer by the schema of its call, less strictly than our own server's. It drops unknown fields.
 * A nullable value may be absent. A nullable choice without a word is null. An unknown word stays as text. An instant
 * may have an offset. Anything else is a misfit and makes the answer unusable.
 */
export function readTolerantly(schema: z.ZodType, answer: unknown): TolerantReading {
  const misfits: Misfit[] = [];
  const value = read(schema, answer, '', misfits);
  return { value: value === ABSENT ? undefined : value, misfits };
}

export const isUsable = ({ misfits }: TolerantReading) => misfits.every(({ isTolerated }) => isTolerated);

function read(schema: z.ZodType, value: unknown, path: string, misfits: Misfit[]): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return readObject(def.shape ?? {}, value, path, misfits);
    case 'array': {
      if (!Array.isArray(value)) return misfit(misfits, path, 'array', value);
      return value.map((item) => read(def.element as z.ZodType, item, `${path}[]`, misfits));
    }
    case 'record':
      if (!isPlain(value)) return misfit(misfits, path, 'object', value);
      return Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => key !== '__proto__')
          .map(([key, item]) => [key, read(def.valueType as z.ZodType, item, `${path}{}`, misfits)]),
      );
    case 'optional':
      return value === ABSENT ? ABSENT : read(def.innerType as z.ZodType, value, path, misfits);
    case 'nullable':
      return readNullable(def.innerType as z.ZodType, value, path, misfits);
    default:
      return readLeaf(schema, def, value, path, misfits);
  }
}

/** A nullable choice that holds no word counts as null. The rest of the answer stays usable. */
function readNullable(inner: z.ZodType, value: unknown, path: string, misfits: Misfit[]): unknown {
  if (value === ABSENT || value === null) return null;
  if (defOf(inner).type !== 'enum' || typeof value === 'string') return read(inner, value, path, misfits);
  misfit(misfits, path, nameOf(defOf(inner)), value, kindOf(value, 'enum'));
  return null;
}

function readObject(shape: Record<string, z.ZodType>, value: unknown, path: string, misfits: Misfit[]): unknown {
  if (!isPlain(value)) return misfit(misfits, path, 'object', value);
  const result: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    const given = Object.hasOwn(value, key) ? value[key] : ABSENT;
    const item = read(schema, given, path ? `${path}.${key}` : key, misfits);
    if (item !== ABSENT) result[key] = item;
  }
  return result;
}

function readLeaf(schema: z.ZodType, def: Def, value: unknown, path: string, misfits: Misfit[]): unknown {
  const parsed = schema.safeParse(value === ABSENT ? undefined : value);
  if (parsed.success) return value === ABSENT && parsed.data === undefined ? ABSENT : parsed.data;
  if (typeof value === 'string') {
    if (def.type === 'enum') {
      misfit(misfits, path, nameOf(def), value, 'another word');
      return value;
    }
    const instant = def.format === 'datetime' && OFFSET.test(value) ? new Date(value) : null;
    if (instant && !Number.isNaN(instant.getTime())) {
      misfit(misfits, path, nameOf(def), value, 'an offset');
      return instant.toISOString();
    }
  }
  return misfit(misfits, path, nameOf(def), value);
}

function misfit(misfits: Misfit[], path: string, expected: string, value: unknown, tolerated?: string): undefined {
  const got = tolerated ?? kindOf(value, expected);
  const isTolerated = tolerated !== undefined;
  if (!misfits.some((known) => known.path === path && known.got === got))
    misfits.push({ path: path || '(answer)', expected, got, isTolerated });
  return undefined;
}

function kindOf(value: unknown, expected: string): string {
  if (value === ABSENT || value === undefined) return 'nothing';
  if (value === null) return 'null';
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return kind === expected ? `another ${kind}` : kind;
}

const nameOf = ({ type, format, entries, values }: Def): string =>
  entries
    ? `one of ${Object.keys(entries).join('|')}`
    : values
      ? values.join('|')
      : format === 'safeint'
        ? 'integer'
        : (format ?? type);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
