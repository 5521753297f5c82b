import { readFileSync } from 'node:fs';

const VARIABLE = /(--[\w-]+):([^;]*);/g;
const COLOUR = /#[0-9a-f]{3,8}\b/gi;

const whole = (colour: string) => (colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour).toLowerCase();

const variablesOf = (theme: string) =>
  [...readFileSync(`src/styles/theme-${theme}.css`, 'utf8').matchAll(VARIABLE)].map(
    ([, name = '', value = '']) => [name, (value.match(COLOUR) ?? []).map(whole)] as const,
  );

/** What only the first brand may show: colours of its themes that the second replaces, as `#rrggbb`. */
export function coloursOfKnn(): string[] {
  const phenom = variablesOf('phenom');
  const replaced = new Set(phenom.map(([name]) => name));
  const shared = new Set(phenom.flatMap(([, colours]) => colours));
  const own = variablesOf('knn').flatMap(([name, colours]) => (replaced.has(name) ? colours : []));
  return [...new Set(own)].filter((colour) => !shared.has(colour));
}
