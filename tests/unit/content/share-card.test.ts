import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { scenes } from '../../../src/components/art/promo/index.ts';
import { drawShareCard } from '../../../src/content/share-card.ts';

const text = {
  brand: 'KNN',
  title: 'KNN Orlando',
  promise: 'O frio na barriga vai ser em inglês.',
  foot: 'julho de 2027',
};

describe.each(['knn', 'phenom'] as const)('the share card of %s', (brand) => {
  it.each(Object.entries(scenes))('%s is a PNG of 1200×630', async (_name, scene) => {
    const card = await drawShareCard(brand, scene(brand), text);
    expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(card.byteLength).toBeLessThan(80_000);
  });

  it('the share card holds its promise in letters of our own', async () => {
    const scene = scenes.orlando(brand);
    const other = { ...text, promise: 'Seis palavras bem compridas cabem aqui também, sem sair do cartão' };
    const [one, two] = await Promise.all([drawShareCard(brand, scene, text), drawShareCard(brand, scene, other)]);
    expect(one.equals(two)).toBe(false);
  });

  it('each colour of a scene is known: none is left to a theme', () => {
    const names = Object.values(scenes).flatMap((scene) => [...scene(brand).matchAll(/var\(--art-(\w+)\)/g)]);
    expect([...new Set(names.map(([, name]) => name))].sort()).toEqual(
      expect.arrayContaining(['bright', 'deep', 'glow', 'main', 'paper', 'soft']),
    );
    const known = ['deep', 'main', 'bright', 'glow', 'soft', 'paper', 'ink'];
    expect(names.map(([, name]) => name).filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });
});
