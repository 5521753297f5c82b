import { expect, it } from 'vitest';
import { asTable, filesOfMigrationCommits, filesWithOneImporter, median } from '../../../scripts/code-measures.ts';
import { codeLines } from '../architecture/measures.ts';

it('lines of code are neither blank nor comments', () => {
  const lines = [
    '/** A docstring. */',
    "const accept = 'image/*';",
    '',
    '/**',
    ' * const text = 1;',
    ' */ const b = 2;',
    '  // a remark',
    'const c = 3; // beside code',
    '{/* in JSX */}',
    '{/* over',
    '  two lines */}',
    '<!-- in HTML',
    '-->',
    '<p>{c}</p>',
  ];
  const code = ["const accept = 'image/*';", ' */ const b = 2;', 'const c = 3; // beside code', '<p>{c}</p>'];
  expect(codeLines(lines.join('\n'))).toEqual(code);
});

it('a file that imports another one twice counts as one importer', () => {
  const imports = [
    { from: 'b', to: 'a' },
    { from: 'b', to: 'a' },
    { from: 'a', to: 'c' },
    { from: 'b', to: 'c' },
  ];
  expect(filesWithOneImporter(['a', 'b', 'c'], imports)).toEqual(['a']);
});

it('only files of commits that change the schema are counted', () => {
  const commit = (...files: string[]) => `\0\n\n${files.join('\n')}\n`;
  const added = 'A\tsrc/server/db/migrations/0120-names.ts';
  const log = [
    commit(added, 'M\tsrc/a.ts', 'R090\tsrc/b.ts\tsrc/c.ts'),
    commit('M\tsrc/a.ts'),
    commit('M\tsrc/server/db/migrations/0120-names.ts'),
    commit(added),
    commit('M\tsrc/server/people/tables.ts', 'M\tsrc/a.ts'),
    '\0\n',
  ];
  expect(filesOfMigrationCommits(log.join(''))).toEqual([3, 1, 2]);
});

it.each([
  [[], null],
  [[7], 7],
  [[9, 1, 5], 5],
  [[10, 1, 4, 2], 3],
])('the median of %j is %j', (values, middle) => {
  expect(median(values)).toBe(middle);
});

it('columns of the table are as wide as their contents', () => {
  expect(asTable([{ name: 'files', value: '1,200', aim: '≤ 1,000' }])).toBe(
    '| measure | value | aim     |\n|---------|-------|---------|\n| files   | 1,200 | ≤ 1,000 |\n',
  );
});
