import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { CallSchema } from '../../../../src/lib/contract/core.ts';
import { schemas } from '../../../../src/lib/contract/index.schema.ts';
import { allOperations } from '../../../../src/server/app.ts';

/** The part of a schema's definition that tells what becomes of a text. */
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

/** Whether a text is cleaned, or can only be what a pattern allows. */
function isSafe({ check, checks = [] }: Definition): boolean {
  const all = checks.map(({ _zod }) => _zod.def);
  const isPattern = check === 'string_format' || all.some((each) => each.check === 'string_format');
  return isPattern || all.some(({ tx }) => tx?.('  Jose\u0301\u200b \u00a0Sá ') === 'José Sá');
}

/** The texts that a schema takes as they come. */
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

/** What is compared as it is, or signed: cleaning would make another secret of it. */
const SECRET =
  /\.(token|verify_token|token_email|password|senha|current_password|new_password|segredo|codigo|ticket|assinatura)$/;
/** Words of a program, never shown: an address, a mark in a list, a name in a record. */
const PROGRAM = /\.(pagina|alvo|desde|tipos|transports)$/;

it('each text that a caller sends is cleaned, but for secrets and the words of programs', () => {
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
  // The rule looks into the schemas, so it must see what it excuses.
  expect(found).toContain('auth.login body.password');
  expect(found).toContain('sync.listChanges query.desde');
});
