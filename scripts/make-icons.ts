/** Draws public/brand/<brand>/*.png from the SVG sources in src/brand-assets. Run it after a drawing has changed. */
import { mkdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';

const brands = { knn: '#3e009f', phenom: '#f70052' };
const root = new URL('../', import.meta.url);

/** PNG of an SVG. `padding`: the share of each side left free. `ground`: the colour below (none: transparent). */
async function draw(svg: string, file: URL, side: number, { padding = 0, ground = '' } = {}): Promise<void> {
  const inner = Math.round(side * (1 - 2 * padding));
  const before = Math.floor((side - inner) / 2);
  const after = side - inner - before;
  const background = ground || { r: 0, g: 0, b: 0, alpha: 0 };
  const drawn = await sharp(Buffer.from(svg), { density: 1200 }).resize(inner, inner).png().toBuffer();
  await sharp(drawn)
    .extend({ top: before, left: before, bottom: after, right: after, background })
    .flatten(ground ? { background: ground } : false)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(file.pathname);
}

for (const [brand, color] of Object.entries(brands)) {
  const source = (name: string) => readFile(new URL(`src/brand-assets/${name}.svg`, root), 'utf8');
  const target = (name: string) => new URL(`public/brand/${brand}/${name}.png`, root);
  await mkdir(new URL(`public/brand/${brand}/`, root), { recursive: true });

  const mark = await source(brand);
  await draw(mark, target('favicon-48'), 48);
  await draw(mark, target('icon-192'), 192, { padding: 0.04 });
  await draw(mark, target('icon-512'), 512, { padding: 0.04 });
  // The device cuts these two to its own shape: the ground fills the square, and the mark stays in the safe zone.
  await draw(mark, target('maskable-512'), 512, { padding: 0.08, ground: color });
  await draw(mark, target('apple-touch-180'), 180, { padding: 0.02, ground: color });
  await draw(await source(`${brand}-badge`), target('badge-96'), 96, { padding: 0.08 });
  await sharp(Buffer.from(await source(`${brand}-og`)), { density: 96 })
    .resize(1200, 630)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(target('og').pathname);
}
