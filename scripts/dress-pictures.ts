import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BrandKey, brands } from '#lib/brand.ts';

/** The style sheets with the variables of drawings. Later sheets and a brand's own block take precedence. */
const SHEETS = ['src/styles/core.css', 'src/brand-assets/pictures.css', 'src/styles/phenom.css'];
const BLOCK = /([^{}]*)\{([^{}]*)\}/g;
const COLOUR = /(--[\w-]+):\s*(?:light-dark\()?(#[0-9a-f]{3,6})\b/g;
const PART = /^[ \t]*<g data-brand="(\w+)">\n?([\s\S]*?)<\/g>\n/gm;
const USE = /var\((--[\w-]+)\)/g;

/** The light colours of a brand's variables, since a picture does not know the theme of its page. */
function paintsOf(brand: BrandKey): ReadonlyMap<string, string> {
  const paints = new Map<string, string>();
  const isOfPhenom = (selector: string) => selector.includes('phenom');
  for (const own of [false, true]) {
    if (own && brand === 'knn') break;
    for (const sheet of SHEETS) {
      for (const [, selector = '', body = ''] of readFileSync(sheet, 'utf8').matchAll(BLOCK)) {
        if (isOfPhenom(selector) !== own) continue;
        for (const [, name = '', colour = ''] of body.matchAll(COLOUR)) paints.set(name, colour);
      }
    }
  }
  return paints;
}

const paints: Record<BrandKey, ReadonlyMap<string, string>> = { knn: paintsOf('knn'), phenom: paintsOf('phenom') };

/**
 * A drawing for a brand: its variables are replaced by colours, and of `<g data-brand="…">` only the brand's
 * own stay. A drawing without both is the same for all brands.
 *
 * @throws on a variable that no style sheet defines.
 */
export function dress(svg: string, brand: BrandKey): string {
  return svg
    .replace(PART, (_, owner: string, part: string) => (owner === brand ? part : ''))
    .replace(USE, (_, name: string) => {
      const colour = paints[brand].get(name);
      if (!colour) throw new Error(`No theme has the variable ${name} of a drawing.`);
      return colour;
    });
}

/** Writes each brand's version of every drawing below `folder` to where the portal serves it: see `Assets.serve`. */
export function dressPictures(folder: string): void {
  const pictures = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.svg'))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const picture of pictures) {
    const svg = readFileSync(picture, 'utf8');
    const first = dress(svg, 'knn');
    if (first === svg) continue;
    writeFileSync(picture, first);
    const second = join(folder, brands.phenom.key, relative(folder, picture));
    mkdirSync(dirname(second), { recursive: true });
    writeFileSync(second, dress(svg, 'phenom'));
  }
}
