import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { faultsIn, linesOf, readYaml } from '../../../../../src/server/core/content/read-yaml.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-yaml-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (source: string, schema: z.ZodType = z.unknown()) => {
  writeFileSync(join(folder, 'a.yaml'), source);
  return readYaml(folder, 'a.yaml', schema);
};
const faultOf = (source: string, schema?: z.ZodType) => faultsIn(() => read(source, schema)).join('\n');

it('dates, `yes` and times are read as text', () => {
  expect(read('dia: 2026-11-28\nsim: yes\nhora: 12:30:00\n1: um')).toEqual({
    dia: '2026-11-28',
    sim: 'yes',
    hora: '12:30:00',
    1: 'um',
  });
});

it.each([
  ['a colon without quotes', 'a: 1\nb: c: d', 'linha 2'],
  ['a quote without its end', 'a: 1\n\nb: "c', 'linha 3'],
  ['a key twice', 'a: 1\nb:\n  c: 1\n  d: 2\n  c: 3', 'linha 5'],
  ['a key twice in one line', '{a: 1, a: 2}', 'linha 1'],
  ['a list as key', '? [a, b]\n: 1', 'linha 1'],
  ['two texts in one file', 'a: 1\n---\nb: 2', 'linha 2'],
  ['a tag of a program', 'a: 1\nb: !!js/function x', 'linha 2'],
  ['a tag of YAML that is no text of ours', 'a: !!binary aGk=', 'linha 1'],
  ['a control character', 'a: 1\nb: x\u0001y', 'linha 2'],
  ['more brackets than anybody needs', '['.repeat(20_000), 'linha 1'],
])('%s is reported with its line', (_what, source, line) => {
  expect(faultOf(source)).toMatch(
    new RegExp(`^a\\.yaml: ${line}: Isto não é YAML: confira o recuo, os dois-pontos e as aspas \\(.+\\)$`),
  );
});

it.each([
  ['an alias without an anchor', 'a: *b'],
  [
    'aliases of aliases that grow without end',
    [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...[...'bcdefg'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdef'[index]}`)}]`),
    ].join('\n'),
  ],
])('%s is a fault', (_what, source) => {
  expect(faultOf(source)).toMatch(/^a\.yaml: Isto não é YAML/);
});

it('a value that the schema refuses is reported with its place and line', () => {
  const schema = z.object({ a: z.array(z.object({ b: z.number('Escreva um número') })) });
  expect(faultOf('a:\n  - b: 1\n  - b: x', schema)).toBe('a.yaml: a[1].b: Escreva um número (linha 3)');
});

it('a path that the file does not contain has the line of its parent', () => {
  const lineAt = linesOf('a: 1\nb:\n  c: 2');
  expect([lineAt(['b', 'c']), lineAt(['b', 'd']), lineAt(['e']), lineAt([])]).toEqual([3, 3, undefined, undefined]);
});

it('a text with 20,000 keys is read in seconds', { timeout: 15_000 }, () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n');
  expect(Object.keys(read(keys) as object)).toHaveLength(20_000);
  expect(faultOf(`${keys}\nk7: 2`)).toContain('linha 20001');
});
