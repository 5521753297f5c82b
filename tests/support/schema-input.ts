import fc from 'fast-check';
import { z } from 'zod';
import { sampleOf } from './access/sample-input.ts';
import { knownOf } from './known-input.ts';
import { anything } from './odd-input.ts';

type Json = Record<string, unknown>;
const ODD = 1;
const LIKE_IT = 4;

/**
 * Inputs for a schema: a valid one with some changed fields, so that many pass validation, and sometimes any value.
 * It reads the schema in its JSON form, so it tries new fields by itself.
 *
 * @param given values of a valid input beyond the smallest one that the schema accepts
 */
export function likeSchema(schema: z.ZodType, given?: Json): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const good = sampleOf(schema, given);
  const whole = valueFor(root, root, '', good);
  return fc.oneof({ weight: LIKE_IT, arbitrary: whole }, { weight: ODD, arbitrary: anything });
}

/** Parts of an address, by the names in its path. */
export const likeParams = (path: string, given: Json): fc.Arbitrary<Json> => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return fc.record(Object.fromEntries(names.map((name) => [name, mostly([given[name] ?? 1, ...knownOf(name)])])));
};

const mostly = (values: readonly unknown[], ...more: fc.Arbitrary<unknown>[]) =>
  fc.oneof(
    { weight: LIKE_IT, arbitrary: fc.oneof(fc.constantFrom(...values), ...more) },
    { weight: ODD, arbitrary: anything },
  );

function valueFor(node: Json, root: Json, name: string, good: unknown): fc.Arbitrary<unknown> {
  if (typeof node.$ref === 'string') {
    const defs = root.$defs as Record<string, Json>;
    return mostly([good, ...edges(defs[node.$ref.split('/').at(-1) ?? ''] ?? {}), ...knownOf(name)]);
  }
  const choices = (node.anyOf ?? node.oneOf) as Json[] | undefined;
  if (choices) return fc.oneof(...choices.map((each) => valueFor(each, root, name, good)));
  if (node.type === 'object' && node.properties) return recordFor(node, root, good);
  if (node.type === 'array') return listFor(node, root, name, good);
  return mostly(['x', good, ...edges(node), ...knownOf(name)].filter((value) => value !== undefined));
}

/** The valid input with some fields changed or removed. */
function recordFor(node: Json, root: Json, good: unknown): fc.Arbitrary<unknown> {
  const fields = Object.entries(node.properties as Record<string, Json>);
  const base = (good !== null && typeof good === 'object' ? good : {}) as Json;
  const changed = fields.map(([name, field]) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof({ weight: LIKE_IT, arbitrary: valueFor(field, root, name, base[name]) }, fc.constant(undefined)),
    ),
  );
  if (changed.length === 0) return fc.constant(base);
  return fc.tuple(fc.tuple(...changed), fc.subarray(changed.map((_, index) => index))).map(([values, places]) => ({
    ...base,
    ...Object.fromEntries(places.map((place) => values[place] ?? ['', null])),
  }));
}

function listFor(node: Json, root: Json, name: string, good: unknown): fc.Arbitrary<unknown> {
  const items = (node.items ?? {}) as Json;
  const first = Array.isArray(good) ? good[0] : undefined;
  const list = fc.array(valueFor(items, root, name, first), { maxLength: 4 });
  return fc.oneof({ weight: LIKE_IT, arbitrary: list }, { weight: ODD, arbitrary: fc.constantFrom(good ?? [], null) });
}

/** The limits of the schema: each enum value, and both sides of each limit. */
function edges({ enum: words, const: only, minimum, maximum, minLength, maxLength, type, format }: Json): unknown[] {
  const limits = [minimum, maximum].filter((limit) => typeof limit === 'number');
  const lengths = [minLength, maxLength].filter((length) => typeof length === 'number' && length < 70_000) as number[];
  return [
    ...(Array.isArray(words) ? words : []),
    ...(only === undefined ? [] : [only]),
    ...limits.flatMap((limit) => [limit - 1, limit, limit + 1]),
    ...lengths.flatMap((length) => ['x'.repeat(length), 'x'.repeat(length + 1)]),
    ...(type === 'boolean' ? [true, false] : []),
    ...(type === 'null' ? [null] : []),
    ...(format === 'date' ? ['2026-02-30', '0000-01-01', '9999-12-31', '2000-02-29'] : []),
  ];
}
