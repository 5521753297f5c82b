import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { type FieldIssue, fieldMessage, firstMessages } from '../../../../src/lib/words/validation.ts';

const required = 'Este campo é obrigatório';

/** The message of field `a`; `isKnown` also passes what was filled in. */
function messageOf(schema: z.core.$ZodType, values: Record<string, unknown>, isKnown = false) {
  const { error } = z.core.safeParse(schema, values);
  const issues: FieldIssue[] = error?.issues ?? [];
  return (isKnown ? firstMessages(issues, values) : firstMessages(issues)).a;
}

const builders: [string, (field: z.core.$ZodType) => z.core.$ZodType][] = [
  ['zod', (a) => z.object({ a })],
  ['zod/mini', (a) => mini.object({ a })],
];

describe.each(builders)('texts of §5 for issues of %s', (_name, field) => {
  it.each<[string, z.core.$ZodType, unknown, string]>([
    ['VALID-07', mini.string(), undefined, required],
    ['VALID-07', mini.string(), null, required],
    ['VALID-07', mini.number(), undefined, required],
    ['VALID-07', mini.string().check(mini.minLength(1)), '', required],
    ['VALID-08', mini.email(), 'ana@', 'Por favor, insira um e-mail válido'],
    ['VALID-09', mini.number(), 'doze', 'Digite apenas números'],
    ['VALID-09', z.coerce.number(), 'doze', 'Digite apenas números'],
    ['VALID-10', mini.int(), 1.5, 'Digite apenas números inteiros'],
    ['VALID-12', mini.string().check(mini.maxLength(3)), 'abcd', 'Use no máximo 3 caracteres'],
    ['VALID-13', mini.string().check(mini.minLength(3)), 'ab', 'Use no mínimo 3 caracteres'],
    ['VALID-14', mini.string().check(mini.length(3)), 'ab', 'Tamanho inválido'],
    ['VALID-14', mini.string().check(mini.length(3)), 'abcd', 'Tamanho inválido'],
    ['VALID-16', mini.array(mini.string()).check(mini.minLength(1)), [], 'Escolha pelo menos uma opção'],
    ['VALID-16', mini.array(mini.string()).check(mini.minLength(2)), ['x'], 'Escolha pelo menos 2 opções'],
    ['VALID-16', mini.array(mini.string()).check(mini.maxLength(1)), ['x', 'y'], 'Escolha só uma opção'],
    ['VALID-17', mini.string().check(mini.regex(/^x$/)), 'y', 'Formato inválido'],
    ['VALID-17', mini.uuid(), 'y', 'Formato inválido'],
    ['VALID-17', mini.iso.date(), '2026-02-30', 'Formato inválido'],
    ['VALID-17', mini.enum(['a', 'b']), 'c', 'Formato inválido'],
    ['VALID-17', mini.union([mini.string(), mini.number()]), true, 'Formato inválido'],
    ['VALID-17', mini.string().check(mini.refine(() => false)), 'y', 'Formato inválido'],
    ['VALID-17', mini.string(), 1, 'Formato inválido'],
    ['limits of numbers', mini.number().check(mini.gte(3)), 1, 'Use um valor a partir de 3'],
    ['limits of numbers', mini.int().check(mini.lte(3)), 4, 'Use um valor até 3'],
  ])('%s (%#)', (_id, schema, value, expected) => {
    expect(messageOf(field(schema), { a: value })).toBe(expected);
  });

  it('VALID-07: an empty field gets the text for empty fields, even when another rule fails', () => {
    for (const schema of [mini.email(), mini.enum(['a']), mini.uuid(), mini.string().check(mini.length(3))]) {
      for (const empty of ['', null, undefined]) expect(messageOf(field(schema), { a: empty }, true)).toBe(required);
      expect(messageOf(field(schema), {}, true)).toBe(required);
      expect(messageOf(field(schema), { a: 'ab?' }, true)).not.toBe(required);
    }
  });

  it('a message defined in the schema is used', () => {
    expect(messageOf(field(mini.string().check(mini.minLength(3, 'Escreva um pouco mais'))), { a: 'x' })).toBe(
      'Escreva um pouco mais',
    );
    expect(messageOf(field(mini.string().check(mini.refine(() => false, 'CPF inválido'))), { a: 'x' })).toBe(
      'CPF inválido',
    );
  });
});

it('VALID-07: with zod/mini, whose default message is "Invalid input", the value decides the text', () => {
  const issue: FieldIssue = { code: 'invalid_type', expected: 'string', path: ['a'], message: 'Invalid input' };
  expect(fieldMessage(issue, undefined)).toBe(required);
  expect(fieldMessage(issue, 12)).toBe('Formato inválido');
  expect(fieldMessage(issue)).toBe('Formato inválido');
});

it('VALID-17: no issue has an English text', () => {
  for (const code of [
    'unrecognized_keys',
    'invalid_union',
    'invalid_key',
    'invalid_element',
    'not_multiple_of',
    'unknown',
    undefined,
  ]) {
    expect(fieldMessage({ code, path: [], message: 'Invalid input: expected x' })).toBe('Formato inválido');
  }
  for (const origin of ['date', 'file', 'set', 'map', undefined]) {
    for (const code of ['too_small', 'too_big']) {
      expect(fieldMessage({ code, origin, minimum: 9, maximum: 9, path: [], message: '' })).toBe('Formato inválido');
    }
  }
});

describe('VALID-18: one message for each field', () => {
  const issue = (path: PropertyKey[], message: string): FieldIssue => ({ code: 'custom', path, message });

  it('the first message of a field is used, in the order of the rules', () => {
    const issues = [
      issue(['a'], 'um'),
      issue(['a'], 'dois'),
      issue(['b', 0, 'c'], 'três'),
      issue([], 'do todo'),
      issue([], 'outro'),
    ];
    expect(firstMessages(issues)).toEqual({ a: 'um', 'b.0.c': 'três', '': 'do todo' });
  });

  it('nested values are read, but never from a prototype', () => {
    const wrong = (path: PropertyKey[]): FieldIssue => ({
      code: 'invalid_format',
      format: 'email',
      path,
      message: 'Invalid email address',
    });
    const input = { list: [{ email: '' }, { email: 'x' }] };
    expect(
      firstMessages([wrong(['list', 0, 'email']), wrong(['list', 1, 'email']), wrong(['toString'])], input),
    ).toEqual({
      'list.0.email': required,
      'list.1.email': 'Por favor, insira um e-mail válido',
      toString: required,
    });
  });

  it('__proto__ is an ordinary field name', () => {
    const messages = firstMessages([issue(['__proto__'], 'um')]);
    expect(Object.keys(messages)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(messages)).toBe(Object.prototype);
  });

  it('long names of unknown fields are cut', () => {
    expect(Object.keys(firstMessages([issue(['x'.repeat(500)], 'um')]))).toEqual(['x'.repeat(80)]);
  });
});
