import { describe, expect, it } from 'vitest';
import { palettes, shells } from '../../../../src/components/art/promo/palettes.ts';
import { themeColour, themeSheet } from '../../../support/brand-colours.ts';
import { contrast } from '../../../support/contrast.ts';

/** Text, and what it stands on. */
const pairs = [
  ['base-content', 'base-100'],
  ['base-content', 'base-200'],
  ['muted', 'base-100'],
  ['muted', 'base-200'],
  ['link', 'base-100'],
  ['link', 'base-200'],
  ['link', 'tint'],
  ['tint-content', 'tint'],
  ['cta-ink', 'cta'],
  ['ground-ink', 'ground'],
  ['ground-soft', 'ground'],
  ['error', 'base-100'],
] as const;
const AA = 4.5;
const AA_OF_EDGES = 3;

describe.each(Object.entries(palettes))('the palette of %s', (_name, { color }) => {
  it.each([
    ['day', 0],
    ['night', 1],
  ] as const)('text can be read by %s', (_time, side) => {
    const of = (name: string) => color[name]?.[side] ?? '';
    const faint = pairs
      .map(([text, ground]) => [text, ground, contrast(of(text), of(ground))] as const)
      .filter(([, , found]) => !(found >= AA));
    expect(faint).toEqual([]);
    expect(contrast(of('outline'), of('base-100'))).toBeGreaterThanOrEqual(AA_OF_EDGES);
  });
});

it('no two pages share a background, a button colour or a tint', () => {
  for (const name of ['ground', 'cta', 'tint']) {
    const found = Object.values(palettes).map(({ color }) => color[name]?.join());
    expect(new Set(found).size, name).toBe(found.length);
  }
});

describe.each(['knn', 'phenom'] as const)('the shell of %s around a page (BRAND-02)', (brand) => {
  const { shell, mark } = shells[brand];
  it.each([
    ['light', 0],
    ['dark', 1],
  ] as const)('has the colours of the theme, %s', (side, index) => {
    expect(shell.ground?.[index]).toBe(themeColour(brand, 'base-200', side));
    expect(shell.ink?.[index]).toBe(themeColour(brand, 'base-content', side));
    expect(contrast(shell.ink?.[index] ?? '', shell.ground?.[index] ?? '')).toBeGreaterThanOrEqual(AA);
  });

  it('draws the mark of the theme', () => {
    const theme = themeSheet(brand).replaceAll('#fff,', '#ffffff,');
    for (const [name, [light, dark]] of Object.entries(mark))
      expect(theme).toContain(`--mark-${name}: light-dark(${light}, ${dark});`);
  });
});
