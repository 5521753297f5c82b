import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { codeLines } from './architecture/measures.ts';
import { filesBelow, isSource } from './architecture/sources.ts';

interface Entry {
  /** The term, without what explains it. */
  word: string;
  area: string;
  /** Names of the code that still differ from the word. */
  names: string[];
}

const entries = entriesIn(readFileSync('docs/glossary.md', 'utf8'));
const files = filesBelow('src').filter(isSource);
const identifiers = new Set(
  files.flatMap((file) =>
    codeLines(readFileSync(file, 'utf8')).flatMap((line) => line.match(/[A-Za-z_$][\w$]*/g) ?? []),
  ),
);
const fileNames = files.map((file) => basename(file));

function entriesIn(text: string): Entry[] {
  const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.length !== 6 || cells[1] === 'word' || /^(-+|\*\*.*)$/.test(cells[1] ?? '')) return [];
    const [, first = '', , area = '', today = ''] = cells;
    return [{ word: first.replace(/[:;].*/, ''), area: quoted(area)[0] ?? '', names: quoted(today) }];
  });
}

const twice = (list: readonly string[]) => list.filter((each, index) => list.indexOf(each) !== index);

/** `month-close.ts`, `jobs/lead.ts`: a file; `tell*`: what begins so; else an identifier. */
function stands(name: string): boolean {
  if (/[./]/.test(name)) return files.some((file) => file.endsWith(`/${name}`));
  if (!name.endsWith('*')) return identifiers.has(name);
  const begins = new RegExp(`^${name.slice(0, -1)}(?![a-z0-9])`);
  return [...identifiers, ...fileNames].some((each) => begins.test(each));
}

it('the glossary lists each term once and each code name once', () => {
  expect(entries.length).toBeGreaterThan(60);
  expect(twice(entries.map(({ word }) => word))).toEqual([]);
  expect(twice(entries.flatMap(({ names }) => names))).toEqual([]);
});

it('each area of the glossary is a folder of the code', () => {
  const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)));
  expect(entries.filter(({ area }) => !folders.has(area)).map(({ word, area }) => `${word}: ${area}`)).toEqual([]);
});

it('a term without another code name is used in the code', () => {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const all = [...identifiers, ...fileNames].map(plain).join('\n');
  const unused = entries.filter(({ word, names }) => names.length === 0 && !all.includes(plain(word)));
  expect(unused.map(({ word }) => word)).toEqual([]);
});

it('the code names in the last column of the glossary still exist', () => {
  const gone = entries.flatMap(({ word, names }) =>
    names.filter((name) => !stands(name)).map((name) => `${word}: ${name}`),
  );
  expect(gone).toEqual([]);
});
