import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { scenes } from '../../../src/components/art/promo/index.ts';
import { daylight, palettes } from '../../../src/components/art/promo/palettes.ts';
import { portrait } from '../../../src/components/art/promo/people.ts';
import { drawShareCard } from '../../../src/content/share-card.ts';

const text = {
  brand: 'KNN',
  title: 'KNN Orlando',
  promise: 'O frio na barriga vai ser em inglês.',
  foot: 'julho de 2027',
};
const names = ['orlando', 'londres', 'porta'] as const;

describe.each(names)('the share card of %s', (name) => {
  it('the share card is a PNG of 1200×630', async () => {
    const card = await drawShareCard(daylight(palettes[name]), scenes[name](), text);
    expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(card.byteLength).toBeLessThan(80_000);
  });

  it('each colour of a scene and of a portrait is in its palette', () => {
    const drawn =
      scenes[name]() + portrait('grisalho', 'main') + portrait('cachos', 'bright') + portrait('curto', 'deep');
    const used = [...drawn.matchAll(/var\(--art-(\w+)\)/g)].map(([, color = '']) => color);
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((color) => !Object.hasOwn(palettes[name].art, color))).toEqual([]);
  });
});

it('the share card draws its promise, so another promise gives another picture', async () => {
  const [colors, scene] = [daylight(palettes.orlando), scenes.orlando()];
  const other = { ...text, promise: 'Seis palavras bem compridas cabem aqui também, sem sair do cartão' };
  const [one, two] = await Promise.all([drawShareCard(colors, scene, text), drawShareCard(colors, scene, other)]);
  expect(one.equals(two)).toBe(false);
});
