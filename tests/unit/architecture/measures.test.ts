import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unsaidWords, unusedExports } from './exports.ts';
import { TABLE_FILE, withImportTable } from './import-table.ts';
import { functionsOf, linesOfFile, parse, runsOf } from './measures.ts';
import { entries, MAX_FUNCTION, MAX_PAGE, MAX_RUN } from './sizes.ts';
import { filesBelow, importsOf, isSource } from './sources.ts';

const sources = filesBelow('src').filter(isSource);
const readers = [
  ...filesBelow('src', 'scripts', 'tests').filter(isSource),
  'astro.config.mjs',
  'playwright.config.ts',
  'vitest.config.ts',
];

interface Found {
  what: string;
  lines: number;
}

const inFile = (file: string, found: { name: string; lines: number }[]): Found[] =>
  found.map(({ name, lines }) => ({ what: `${file}: ${name}`, lines }));

function expectWithin(max: number, found: Found[]) {
  const long = found.filter(({ lines }) => lines > max);
  expect(long.map(({ what, lines }) => `${what}: ${lines} lines`)).toEqual([]);
}

describe('maximum lengths', () => {
  it(`a page has at most ${MAX_PAGE} lines`, () => {
    const pages = sources.filter((file) => /^src\/pages\/.*\.astro$/.test(file));
    expectWithin(
      MAX_PAGE,
      pages.map((file) => ({ what: file, lines: linesOfFile(file) })),
    );
  });

  it(`the code of an operation has at most ${MAX_RUN} lines in its table`, () => {
    const tables = sources.filter((file) => /^src\/server\/.*\/([a-z]+-)?operations\.ts$/.test(file));
    const runs = tables.flatMap((file) => inFile(file, runsOf(parse(file))));
    expect(runs.length).toBeGreaterThan(200);
    expectWithin(MAX_RUN, runs);
  });

  it(`a function has at most ${MAX_FUNCTION} lines`, () => {
    const tools = filesBelow('scripts').filter(isSource);
    const data = /^src\/server\/operate\/seed\//;
    const files = [...sources, ...tools].filter((file) => !data.test(file));
    expectWithin(
      MAX_FUNCTION,
      files.flatMap((file) => inFile(file, functionsOf(parse(file)))),
    );
  });
});

it('every export is imported or listed as an entry', () => {
  const files = sources.filter((file) => !file.endsWith('.astro') && !file.endsWith('.d.ts'));
  const unused = unusedExports(files, readers);
  const isEntry = (line: string) => Object.keys(entries).some((name) => line === name || line.startsWith(name));
  expect(unused.filter((line) => !isEntry(line))).toEqual([]);
  expect(Object.keys(entries).filter((name) => !unused.some((line) => line.startsWith(name)))).toEqual([]);
});

it('every message is used', () => {
  const words = sources.filter((file) => file.startsWith('src/lib/words/'));
  expect(unsaidWords(words, sources)).toEqual([]);
});

it('every component is used', () => {
  const drawn = new Set(readers.flatMap((file) => importsOf(file).map(({ to }) => to)));
  const components = sources.filter((file) => /^src\/(components|layouts)\/.*\.astro$/.test(file));
  expect(components.filter((file) => !drawn.has(file))).toEqual([]);
});

it('the import table in the docs matches the rules (node scripts/import-table.ts writes it)', () => {
  const text = readFileSync(TABLE_FILE, 'utf8');
  expect(text).toBe(withImportTable(text));
});
