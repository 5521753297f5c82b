import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictureSize } from '../../../../../../src/server/core/http/pictures/picture-size.ts';

const plain = () => sharp({ create: { width: 130, height: 70, channels: 3, background: '#123456' } });
const size = { width: 130, height: 70 };

it.each([
  ['PNG', 'image/png', () => plain().png()],
  ['JPEG', 'image/jpeg', () => plain().jpeg()],
  ['progressive JPEG', 'image/jpeg', () => plain().jpeg({ progressive: true })],
  ['WebP', 'image/webp', () => plain().webp()],
  ['lossless WebP', 'image/webp', () => plain().webp({ lossless: true })],
  ['WebP with transparency', 'image/webp', () => plain().ensureAlpha(0.5).webp()],
] as const)('C16 the size of a %s is read', async (_name, mime, make) => {
  expect(pictureSize(await make().toBuffer(), mime)).toEqual(size);
});

it('C16 a picture without a size in its header has none', () => {
  expect(pictureSize(Buffer.from('ffd8ffda0004000000ffd9', 'hex'), 'image/jpeg')).toBeNull();
  expect(pictureSize(Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), 'image/webp')).toBeNull();
});
