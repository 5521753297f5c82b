import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { CallSchema } from '../../../../src/lib/contract/core.ts';
import { schemas } from '../../../../src/lib/contract/index.schema.ts';
import { allOperations } from '../../../../src/server/app.ts';

/** The part of a schema's definition that shows how a text is transformed. */
interface Definition {
  type: string;
  check?: string;
  checks?: { _zod: { def: { check: string; tx?: (text: string) => string } } }[];
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  left?: z.ZodType;
  right?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** Whether a text is cleaned, or limited by a pattern. */
function isSafe({ check, checks = [] }: Definition): boolean {
  const all = checks.map(({ _zod }) => _zod.def);
  const isPattern = check === 'string_format' || all.some((each) => each.check === 'string_format');
  return isPattern || all.some(({ tx }) => tx?.('  Jose\u0301\u200b \u00a0Sá ') === 'José Sá');
}

/** The texts that a schema accepts unchanged. */
function uncleaned(schema: z.ZodType, path: string): string[] {
  const definition = definitionOf(schema);
  const { type, shape = {}, options = [], element, valueType, left, right, innerType, in: first, out } = definition;
  if (type === 'string') return isSafe(definition) ? [] : [path];
  const isRead = first && definitionOf(first).type === 'transform';
  const parts = [element, valueType, left, right, innerType, isRead ? out : first].filter((part) => part !== undefined);
  return [
    ...Object.entries(shape).flatMap(([name, field]) => uncleaned(field, `${path}.${name}`)),
    ...[...options, ...parts].flatMap((part) => uncleaned(part, path)),
  ];
}

/** Values that are compared or signed: cleaning would change the secret. */
const SECRET =
  /\.(token|verify_token|token_email|password|senha|current_password|new_password|segredo|codigo|ticket|assinatura)$/;
/** Technical values that are never shown: an address, a list position, a key of a record. */
const PROGRAM = /\.(pagina|alvo|desde|tipos|transports)$/;

it('each text in an input is cleaned, except for secrets and technical values', () => {
  const calls = Object.entries(schemas as unknown as Record<string, Record<string, CallSchema>>).flatMap(
    ([area, own]) => Object.entries(own).map(([name, schema]) => ({ name: `${area}.${name}`, schema })),
  );
  const inCalls = calls.flatMap(({ name, schema: { params, query, body } }) =>
    Object.entries({ params, query, body }).flatMap(([part, sent]) => (sent ? uncleaned(sent, `${name} ${part}`) : [])),
  );
  const found = [...inCalls, ...allOperations().flatMap(({ name, input }) => uncleaned(input, `${name} input`))];
  const free = found.filter((path) => !SECRET.test(path) && !PROGRAM.test(path));
  expect([...new Set(free.map((path) => path.replace(/\.vistos\.\w+$/, '.vistos')))]).toEqual([
    // A pasted table: its reader cleans each cell.
    'club.addRewardCodes input.codigos',
    // The form shows what is stored, and sends it back to be compared.
    'people.updateUser input.vistos',
  ]);
  // Proves that the check finds the uncleaned texts that are allowed.
  expect(found).toContain('auth.login body.password');
  expect(found).toContain('sync.listChanges query.desde');
});
