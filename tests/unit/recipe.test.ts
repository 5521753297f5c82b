import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readRecipe, withAddition } from '../../scripts/recipe.ts';

const recipe = readRecipe(readFileSync('docs/new-area.md', 'utf8'));

it('the recipe for a new area writes only new files', () => {
  expect(recipe.files.size).toBeGreaterThan(5);
  expect([...recipe.files.keys()].filter((file) => existsSync(file))).toEqual([]);
});

it.each(recipe.additions.map((addition) => [addition.file, addition.beside, addition] as const))(
  'the recipe for a new area finds its place in %s: %s',
  (file, _beside, addition) => {
    const text = readFileSync(file, 'utf8');
    expect(withAddition(text, addition).split('\n')).toHaveLength(text.split('\n').length + addition.lines.length);
  },
);

it('a new area takes at most 8 files, those of the recipe', () => {
  const files = new Set([...recipe.files.keys(), ...recipe.additions.map(({ file }) => file)]);
  expect(files.size).toBeLessThanOrEqual(8);
});

it('a recipe names the file of each block and the place of each line of a diff', () => {
  expect(() => readRecipe('Some text:\n\n```ts\nconst a = 1;\n```\n')).toThrow('No file is named');
  expect(() => readRecipe('Some text:\n\n```diff\n+++ src/a.ts\n+const a = 1;\n```\n')).toThrow('src/a.ts');
  expect(readRecipe('In `src/a.ts`:\n\n```ts\nconst a = 1;\n```\n\n→ `npm test`\n')).toEqual({
    files: new Map([['src/a.ts', 'const a = 1;\n']]),
    additions: [],
    commands: ['npm test'],
  });
});

it('a line is added above or below the named line, which must exist once', () => {
  const addition = { file: 'a', beside: 'two', lines: ['new'], where: 'below' } as const;
  expect(withAddition('one\ntwo\nthree', { ...addition, lines: ['new'] })).toBe('one\ntwo\nnew\nthree');
  expect(withAddition('one\ntwo\nthree', { ...addition, lines: ['new'], where: 'above' })).toBe('one\nnew\ntwo\nthree');
  expect(() => withAddition('one\ntwo\ntwo', { ...addition, lines: ['new'] })).toThrow('does not hold this line once');
  expect(() => withAddition('one', { ...addition, lines: ['new'] })).toThrow('does not hold this line once');
});
