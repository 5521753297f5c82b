import sharp from 'sharp';
import { expect, it } from 'vitest';
import { scenes } from '../../../../src/components/art/promo/index.ts';

/** What a screen of 3840 pixels shows left and right of a scene, in units of its box. */
const SEEN = { left: -2374, right: 2292 };
/** A height where the ground of every scene lies. */
const GROUND = 632;

it.each(Object.entries(scenes))('the ground of %s reaches both edges of a wide screen', async (_name, draw) => {
  const width = SEEN.right - SEEN.left;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="1" viewBox="${SEEN.left} ${GROUND} ${width} 1">${draw()}</svg>`;
  const { channels } = await sharp(Buffer.from(drawing.replace(/var\([^)]*\)/g, '#000'))).stats();
  expect(channels[3]?.min).toBe(255);
});
