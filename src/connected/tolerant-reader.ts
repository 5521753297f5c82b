import type { z } from 'zod';
import { coerce } from './coerced-values.ts';
import { completed, isFields, type Origin } from './complete-answer.ts';

/** One place where an answer breaks the contract. It holds kinds, never a value. */
export interface Misfit {
  /** Such as `parcelas[].vencimento`. */
  path: string;
  expected: string;
  got: string;
  /** The reader could still use it: an unknown word, another notation of a value, or a missing value with a default. */
  isTolerated: boolean;
}

export interface TolerantReading {
  /** The answer as the contract has it, without unknown fields. Only useful without misfits. */
  value: unknown;
  misfits: Misfit[];
}

export interface ReadingRules extends Origin {
  /** The zone of instants without an offset. */
  timeZone: string;
  /** The requested page of a list; absent: all of it. */
  paging?: Paging | undefined;
  /** The call is a write that succeeded: an object with other fields means only success. */
  isWrite?: boolean | undefined;
}

export interface Paging {
  limit: number;
  offset: number;
  /** The host answers every page with the same list. */
  ignoresOffset?: boolean | undefined;
}

/** The state of one reading. */
interface Work extends ReadingRules {
  misfits: Misfit[];
  /** The surrounding object is empty: its sums and counts are 0. */
  isNone: boolean;
  /** The surrounding object was received, even if empty. */
  isSaid: boolean;
}

const ABSENT = Symbol('absent');

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  entries?: Record<string, unknown>;
  values?: unknown[];
  options?: z.ZodType[];
  format?: string;
};
/** The definition of a schema, which the library exposes for tools. */
export const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

/**
 * Reads another host’s answer by the schema of its call, less strictly than our own server’s. It drops unknown fields. A
 * nullable value may be absent. A nullable choice without a word is null. An unknown word stays as text. Values may have
 * another notation (`coerce`). An absent or null value has a default where emptiness is harmless: an empty list, an empty
 * text, a flag that is off. An amount, a day or an id has none.
 *
 * A plain list may replace the object that holds it: a page, or a list with its sums. An empty list or an empty object
 * counts as nothing: no entries, sums of 0, null. Objects that the specification names are completed
 * (`complete-answer.ts`). Anything else is a misfit and makes the answer unusable.
 */
export function readTolerantly(schema: z.ZodType, answer: unknown, rules: ReadingRules): TolerantReading {
  const work: Work = { ...rules, misfits: [], isNone: false, isSaid: false };
  const value = read(schema, answer, '', work);
  return { value: value === ABSENT ? undefined : value, misfits: work.misfits };
}

export const isUsable = ({ misfits }: Pick<TolerantReading, 'misfits'>) =>
  misfits.every(({ isTolerated }) => isTolerated);

function read(schema: z.ZodType, value: unknown, path: string, work: Work): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return readObject(schema, def.shape ?? {}, value, path, work);
    case 'array': {
      const isNone = isNothing(value) || isEmpty(value, 'object');
      if (isNone && schema.safeParse([]).success) return byDefault([], 'array', value, path, work);
      if (!Array.isArray(value)) return misfit(work, path, 'array', value);
      return value.map((item) => read(def.element as z.ZodType, item, `${path}[]`, work));
    }
    case 'record':
      if (isNothing(value) || isEmpty(value, 'array')) return byDefault({}, 'object', value, path, work);
      if (!isFields(value)) return misfit(work, path, 'object', value);
      return readRecord(def.valueType as z.ZodType, value, path, work);
    case 'optional':
      return value === ABSENT ? ABSENT : read(def.innerType as z.ZodType, value, path, work);
    case 'nullable':
      return readNullable(def.innerType as z.ZodType, value, path, work);
    default:
      return readLeaf(schema, def, value, path, work);
  }
}

/** A flag that is off means the same as a missing flag, where only flags that are on count. */
function readRecord(schema: z.ZodType, value: Record<string, unknown>, path: string, work: Work): unknown {
  const isOn = defOf(schema).values?.[0] === true;
  const isOff = (item: unknown) => [null, false, 0, 'false', '0'].some((off) => off === item);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => key !== '__proto__' && !(isOn && isOff(item)))
      .map(([key, item]) => [key, read(schema, item, `${path}{}`, work)]),
  );
}

/** A nullable choice without a word counts as null, so that the rest of the answer stays usable. */
function readNullable(inner: z.ZodType, value: unknown, path: string, work: Work): unknown {
  if (isNothing(value)) return null;
  if (defOf(inner).type === 'object' && isEmpty(value)) return null;
  if (defOf(inner).type !== 'enum' || typeof value === 'string') return read(inner, value, path, work);
  misfit(work, path, nameOf(defOf(inner)), value, kindOf(value, 'enum'));
  return null;
}

function readObject(schema: z.ZodType, shape: Shape, value: unknown, path: string, work: Work): unknown {
  const came = isNothing(value) ? {} : Array.isArray(value) ? aroundList(shape, value, work) : value;
  const whole = isFields(came) ? completed(schema, pageOf(shape, came, work), work) : null;
  if (!isFields(came) || !whole) return misfit(work, path, 'object', value);
  const isBare = isNothing(value) || isEmpty(value);
  const inside: Work = {
    ...work,
    misfits: [],
    isNone: work.isNone || (isBare && holdsList(shape)),
    isSaid: !isNothing(value),
  };
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape)) {
    const item = read(field, Object.hasOwn(whole, key) ? whole[key] : ABSENT, path ? `${path}.${key}` : key, inside);
    if (item !== ABSENT) result[key] = item;
  }
  if (isNothing(value)) {
    if (isUsable(inside)) return byDefault(result, 'object', value, path, work);
    return misfit(work, path, 'object', value);
  }
  // An object without any known field is another object, not an empty one. Completion adds known fields.
  const keys = Object.keys(came);
  const isAnother = !work.isWrite && keys.length > 0 && !keys.some((key) => Object.hasOwn(shape, key));
  if (isAnother && inside.misfits.length > 0 && isUsable(inside)) return misfit(work, path, 'object', value);
  if (Array.isArray(value)) misfit(work, path, 'object', value, 'array');
  for (const one of inside.misfits) note(work, one);
  return result;
}

type Shape = Record<string, z.ZodType>;

/** The fields of an object that are lists, or pages of them. */
const listsOf = (shape: Shape): [name: string, schema: z.ZodType][] =>
  Object.entries(shape).filter(([, field]) => defOf(field).type === 'array' || isPage(defOf(field).shape));
const holdsList = (shape: Shape) => !shape.id && listsOf(shape).length > 0;
const isPage = (shape: Shape | undefined) => ['items', 'total', 'limit', 'offset'].every((name) => shape?.[name]);

/** Wraps a plain list into the object that should hold it; null if no list of the object accepts these entries. */
function aroundList(shape: Shape, list: unknown[], work: Work): Record<string, unknown> | null {
  if (list.length === 0) return {};
  const fits = ([, field]: [string, z.ZodType]) => {
    const probe: Work = { ...work, misfits: [] };
    read(field, list, '', probe);
    return isUsable(probe);
  };
  const [name] = listsOf(shape).find(fits) ?? [];
  return name === undefined ? null : { [name]: list };
}

/**
 * Counts a page without `total`. A host that does not count may not page either, or in larger pages: a list longer than
 * requested is cut to the requested length. After a full page there may be another one.
 */
function pageOf(shape: Shape, came: Record<string, unknown>, { paging }: Work): Record<string, unknown> {
  const { items, total } = came;
  if (!isPage(shape) || (total ?? null) !== null || !(Array.isArray(items) || isEmpty(came))) return came;
  const list: unknown[] = Array.isArray(items) ? items : [];
  const { limit, offset, ignoresOffset = false } = paging ?? { limit: Math.max(1, list.length), offset: 0 };
  if (ignoresOffset) return { ...came, items: list.slice(offset, offset + limit), total: list.length, limit, offset };
  const isFull = paging !== undefined && list.length === limit;
  const counted = list.length > 0 ? offset + list.length + Number(isFull) : 0;
  return { ...came, items: list.slice(0, limit), total: counted, limit, offset };
}

function readLeaf(schema: z.ZodType, def: Def, value: unknown, path: string, work: Work): unknown {
  const parsed = schema.safeParse(value === ABSENT ? undefined : value);
  if (parsed.success) return value === ABSENT && parsed.data === undefined ? ABSENT : parsed.data;
  const expectedName = nameOf(def);
  if (isNothing(value)) {
    const empty = emptyOf(def, work);
    if (empty !== undefined && schema.safeParse(empty).success)
      return byDefault(empty, expectedName, value, path, work);
  }
  if (typeof value === 'string' && def.type === 'enum') {
    misfit(work, path, expectedName, value, 'another word');
    return value;
  }
  const coerced = coerce(def, schema, value, work.timeZone);
  if (!coerced) return misfit(work, path, expectedName, value);
  misfit(work, path, expectedName, value, coerced.writing);
  return coerced.value;
}

/** The default of a missing value. A literal with a single value can only be that value. */
function emptyOf({ type, values }: Def, { isNone, isSaid }: Work): unknown {
  if (type === 'string') return '';
  if (type === 'boolean') return false;
  if (type === 'number' && isNone) return 0;
  return type === 'literal' && isSaid && values?.length === 1 ? values[0] : undefined;
}

/** Uses a default for a missing value, and notes it. */
function byDefault(empty: unknown, expected: string, value: unknown, path: string, work: Work): unknown {
  misfit(work, path, expected, value, kindOf(value, expected));
  return empty;
}

function misfit(work: Work, path: string, expected: string, value: unknown, tolerated?: string): undefined {
  const got = tolerated ?? kindOf(value, expected);
  note(work, { path: path || '(answer)', expected, got, isTolerated: tolerated !== undefined });
  return undefined;
}

function note({ misfits }: Work, one: Misfit): void {
  if (!misfits.some(({ path, got }) => path === one.path && got === one.got)) misfits.push(one);
}

/** An object or a list without content. */
const isEmpty = (value: unknown, kind?: 'object' | 'array'): boolean =>
  typeof value === 'object' &&
  value !== null &&
  kind !== (Array.isArray(value) ? 'object' : 'array') &&
  Object.keys(value).length === 0;

const isNothing = (value: unknown): value is null | typeof ABSENT => value === null || value === ABSENT;

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
