import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dress } from '../../scripts/dress-pictures.ts';
import { palettes } from '../../src/server/money/documents/pdf/palette.ts';
import { coloursOfKnn } from '../support/brand-colours.ts';
import { filesBelow } from './architecture/sources.ts';

const knn = coloursOfKnn();
const pictures = [...filesBelow('public/brand'), ...filesBelow('src/content/lessons')].filter((file) =>
  file.endsWith('.svg'),
);
const colours = (text: string) => (text.match(/#[0-9a-f]{6}\b/gi) ?? []).map((colour) => colour.toLowerCase());

it('colours that only the first brand has are found in the themes', () => {
  expect(knn).toEqual(expect.arrayContaining(['#3e009f', '#1d4ed8', '#b79cff', '#2a0270', '#14111c', '#f7f6fb']));
  expect(knn).not.toContain('#ffffff');
});

it.each(pictures)('%s has no colour of the first brand in the second, and no unresolved variable', (file) => {
  const drawing = readFileSync(file, 'utf8');
  for (const brand of ['knn', 'phenom'] as const) expect(dress(drawing, brand)).not.toMatch(/var\(|data-brand/);
  expect(colours(dress(drawing, 'phenom')).filter((colour) => knn.includes(colour))).toEqual([]);
});

it('a drawing with a part for each brand shows only the own part', () => {
  const bottle = readFileSync('public/brand/recompensas/1.svg', 'utf8');
  expect(bottle.match(/<g data-brand=/g)).toHaveLength(2);
  expect(dress(bottle, 'knn')).not.toBe(dress(bottle, 'phenom'));
  expect(dress(bottle, 'phenom').match(/<path/g)).toHaveLength((bottle.match(/<path/g)?.length ?? 0) - 2);
});

it('a variable that the themes lack is an error', () => {
  expect(() => dress('<path fill="var(--p9-main)"/>', 'knn')).toThrow('--p9-main');
});

it('components and islands have no hex colours of their own, except on promotional pages', () => {
  const drawn = ['src/components', 'src/islands'].flatMap((folder) => filesBelow(folder));
  const sources = drawn.filter((file) => /\.(astro|tsx?)$/.test(file) && !file.includes('/promo/'));
  expect(sources.filter((file) => colours(readFileSync(file, 'utf8')).length > 0)).toEqual([]);
});

it('documents of the second brand have no colour of the first', () => {
  expect(colours(JSON.stringify(palettes.phenom)).filter((colour) => knn.includes(colour))).toEqual([]);
});
