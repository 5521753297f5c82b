import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { idsIn, REQUIREMENTS, requirements } from '../support/requirements.ts';
import { filesBelow } from './architecture/sources.ts';

const SECURITY = 'docs/security.md';
const isText = (file: string) => /\.(ts|tsx|astro|css|md|mjs|yaml)$/.test(file);
const read = (file: string) => readFileSync(file, 'utf8');
/** Ids in comments do not count: a test names an id in its title. */
const withoutComments = (code: string) => code.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');

const known = new Set(requirements.map(({ id }) => id));
const struck = new Set(requirements.filter(({ isStruck }) => isStruck).map(({ id }) => id));
const tests = filesBelow('tests').filter((file) => /\.(test|e2e)\.ts$/.test(file));
const named = filesBelow('src', 'tests', 'scripts', 'docs')
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example')
  .filter((file) => isText(file) && file !== REQUIREMENTS)
  .flatMap((file) => idsIn(read(file)).map((id) => ({ file, id })));
const asLine = ({ file, id }: { file: string; id: string }) => `${file}: ${id}`;

/** Requirements that no test can show, each with the reason. */
const withoutTest: Readonly<Record<string, string>> = {};

it('requirements, ranges of ids and all prefixes are read', () => {
  expect(requirements.length).toBeGreaterThan(400);
  expect(idsIn('as PUSH-04…06, S5 and (OPEN-09, P1) say, UTF-8 too')).toEqual([
    'PUSH-04',
    'PUSH-05',
    'PUSH-06',
    'S5',
    'OPEN-09',
    'P1',
  ]);
});

it('each id of a requirement is defined once', () => {
  const ids = requirements.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('each id named in code, tests, scripts and docs is in docs/requirements.md', () => {
  expect(named.filter(({ id }) => !known.has(id)).map(asLine)).toEqual([]);
});

it('a struck requirement is named only in decisions, and links to its decision', () => {
  const isDecision = (file: string) => file.startsWith('docs/decisions/');
  expect(named.filter(({ file, id }) => struck.has(id) && !isDecision(file)).map(asLine)).toEqual([]);
  const silent = requirements.filter(({ isStruck, text }) => isStruck && !text.includes('](decisions/'));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

it('each requirement is named in a test title, or listed as untestable', () => {
  const shown = new Set(tests.flatMap((file) => idsIn(withoutComments(read(file)))));
  // Speeds are measured, not tested: the bench that measures one names its id.
  for (const file of [...filesBelow('tests/bench'), 'scripts/budgets.ts']) {
    for (const id of idsIn(read(file))) if (/^P\d/.test(id)) shown.add(id);
  }
  const missing = [...known].filter((id) => !struck.has(id) && !shown.has(id));
  expect(missing.sort()).toEqual(Object.keys(withoutTest).sort());
});

it('docs/security.md and the test titles name the same promises', () => {
  const promises = [...read(SECURITY).matchAll(/^(?:\| |- \*\*)([A-D]\d+)\b/gm)].map(([, id = '']) => id);
  expect(promises.length).toBeGreaterThan(15);
  const titles = tests.map((file) => ({ file, code: withoutComments(read(file)) }));
  const named = titles.filter(({ file }) => file.includes('/promises-')).flatMap(({ code }) => promisesIn(code));
  expect(named.filter((id) => !promises.includes(id))).toEqual([]);
  expect(promises.filter((id) => !titles.some(({ code }) => new RegExp(`\\b${id}\\b`).test(code)))).toEqual([]);
});

const promisesIn = (code: string) => [...code.matchAll(/'([A-D]\d+) /g)].map(([, id = '']) => id);
