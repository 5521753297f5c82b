import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { Call, CallSchema } from '../../../../src/lib/contract/core.ts';
import { contract, schemas } from '../../../../src/lib/contract/index.schema.ts';
import { requirements } from '../../../support/requirements.ts';

interface Entry {
  name: string;
  call: Call;
  schema: CallSchema;
}

const entries: Entry[] = Object.entries(contract).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Call>).map(([name, call]) => ({
    name: `${area}.${name}`,
    call,
    schema: (schemas as Record<string, Record<string, CallSchema>>)[area]?.[name] as CallSchema,
  })),
);
/** Method and path of every call of section 7 by its id; API-51 is our own address for an external service. */
const listed = Object.fromEntries(
  requirements.flatMap(({ id, text }) => {
    const [, call] = /^`([A-Z]+ \S+\/)`: /.exec(text) ?? [];
    return id.startsWith('API-') && call ? [[id, call]] : [];
  }),
);
const numbered = entries.filter(({ schema }) => schema.ledger !== 'ours');
const ids = Array.from({ length: 90 }, (_, index) => `API-${String(index + 1).padStart(2, '0')}`);
const named = (test: (entry: Entry) => boolean) => entries.filter(test).map(({ name }) => name);
const idsOf = (test: (entry: Entry) => boolean) =>
  numbered
    .filter(test)
    .map(({ schema }) => schema.ledger)
    .sort();
const namesInPath = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
const keysOf = (schema: z.ZodType | undefined) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {}).sort();

it('API-01…API-90: each id is used exactly once', () => {
  expect(numbered.map(({ schema }) => schema.ledger).sort()).toEqual(ids);
  expect(Object.keys(listed)).toEqual(ids);
});

it.each(numbered.map((entry) => [entry.schema.ledger, entry.name, entry] as const))(
  '%s: %s has the method and the path of section 7',
  (id, _name, { call }) => {
    expect(`${call.method} ${call.path}`).toBe(listed[id]);
  },
);

it('API-01…API-90: each call has a schema in the same area', () => {
  const shapeOf = (areas: object) =>
    Object.fromEntries(Object.entries(areas).map(([area, calls]) => [area, Object.keys(calls).sort()]));
  expect(shapeOf(contract)).toEqual(shapeOf(schemas));
});

it('OPEN-04: our own calls are below portal/, where they cannot collide with the franchise’s', () => {
  expect(named(({ call, schema }) => schema.ledger === 'ours' && !call.path.startsWith('portal/'))).toEqual([]);
  expect(idsOf(({ call }) => call.path.startsWith('portal/'))).toEqual(['API-51']);
});

it.each(entries.map((entry) => [entry.name, entry] as const))('%s is well formed', (_name, { call, schema }) => {
  expect(call.path).toMatch(call.result === 'text' ? /\.ics$/ : /[^/]\/$/);
  expect(call.path).toMatch(/^[a-z]/);
  expect(call.path).not.toMatch(/\/\/|[?#\s%]|\.\./);
  expect(call.path.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  expect(keysOf(schema.params)).toEqual(namesInPath(call.path).sort());
  expect(schema.summary).toMatch(/\S/);
  expect(schema.summary).not.toMatch(/\.$/);
});

it('API-95: method and path are unique, also without regard to parameter names', () => {
  const shapes = entries.map(({ call }) => `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`);
  expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
});

it('a GET has no body, and only calls with a body name its kind', () => {
  expect(named(({ call, schema }) => call.method === 'GET' && (schema.body ?? call.body) !== undefined)).toEqual([]);
  expect(named(({ call, schema }) => call.body !== undefined && schema.body === undefined)).toEqual([]);
});

it('API-01, API-02: the logins are forms; API-46, API-85, API-86: uploads are multipart', () => {
  expect(idsOf(({ call }) => call.body === 'form')).toEqual(['API-01', 'API-02']);
  expect(idsOf(({ call }) => call.body === 'multipart')).toEqual(['API-46', 'API-85', 'API-86']);
});

it('AUTH-26, API-92, ROLE-06: only these calls of section 7 need no bearer token', () => {
  const login = ['API-01', 'API-02', 'API-03', 'API-04'];
  const emptyBook = ['API-22', 'API-28'];
  expect(idsOf(({ call }) => call.auth === 'none')).toEqual(
    [...login, ...emptyBook, 'API-25', 'API-26', 'API-51'].sort(),
  );
});

it('BRAND-07: three calls go to the drive service', () => {
  expect(idsOf(({ call }) => call.host === 'drive')).toEqual(['API-18', 'API-25', 'API-26']);
});

it('CONST-16, API-93: only the postal-code look-up is sent without the clock header', () => {
  expect(idsOf(({ call }) => call.tmz === false)).toEqual(['API-51']);
});

it('API-09, API-25, API-37: reads that write are marked, and only reads are', () => {
  expect(idsOf(({ call }) => call.writes === true)).toEqual(['API-09', 'API-25', 'API-37']);
  expect(named(({ call }) => call.writes === true && call.method !== 'GET')).toEqual([]);
});

it('an Idempotency-Key is for calls that change something', () => {
  expect(named(({ call }) => call.keyed === true && call.method === 'GET')).toEqual([]);
  expect(idsOf(({ call }) => call.keyed === true)).toEqual(
    [26, 42, 43, 52, 53, 55, 69, 75, 76, 87, 88].map((number) => `API-${number}`),
  );
});
