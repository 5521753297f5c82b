import { readFileSync } from 'node:fs';

const VARIABLE = /(--[\w-]+):([^;]*);/g;
const COLOUR = /#[0-9a-f]{3,8}\b/gi;

/** The style sheets with the themes of a brand. */
export const themeSheet = (brand: 'knn' | 'phenom') =>
  readFileSync(`src/styles/${{ knn: 'core', phenom: 'phenom' }[brand]}.css`, 'utf8');

const whole = (colour: string) => (colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour).toLowerCase();

const variablesOf = (brand: 'knn' | 'phenom') =>
  [...themeSheet(brand).matchAll(VARIABLE)].map(
    ([, name = '', value = '']) => [name, (value.match(COLOUR) ?? []).map(whole)] as const,
  );

/** Colours that only the first brand may show: those that the second replaces, as `#rrggbb`. */
export function coloursOfKnn(): string[] {
  const phenom = variablesOf('phenom');
  const replaced = new Set(phenom.map(([name]) => name));
  const shared = new Set(phenom.flatMap(([, colours]) => colours));
  const own = variablesOf('knn').flatMap(([name, colours]) => (replaced.has(name) ? colours : []));
  return [...new Set(own)].filter((colour) => !shared.has(colour));
}

/** A colour of a brand's theme; where the second brand has none, that of the first. @returns `#rrggbb` */
export function themeColour(brand: 'knn' | 'phenom', name: string, side: 'light' | 'dark'): string {
  const themes = brand === 'knn' ? (['knn'] as const) : (['phenom', 'knn'] as const);
  for (const theme of themes) {
    const said = [...themeSheet(theme).matchAll(VARIABLE)];
    const value = said.find(([, found]) => found === `--color-${name}`)?.[2];
    if (value === undefined) continue;
    const other = /^\s*var\(--color-([\w-]+)\)/.exec(value)?.[1];
    if (other) return themeColour(brand, other, side);
    const colours = (value.match(COLOUR) ?? []).map(whole);
    return (side === 'light' ? colours[0] : colours.at(-1)) ?? '';
  }
  throw new Error(`no theme has --color-${name}`);
}
