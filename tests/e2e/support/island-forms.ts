import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A tag of a field that somebody can fill in. */
const FIELD = /<(input|select|textarea)\b/;
const ISLANDS = 'src/islands';

/** Whether a component renders a field, directly or through an import. */
function hasField(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  if (FIELD.test(source) && !source.includes('readOnly')) return true;
  const imports = [...source.matchAll(/from '(\.[^']+\.tsx)'/g)];
  return imports.some(([, path = '']) => hasField(normalize(join(dirname(file), path)), seen));
}

/** The names of all islands that draw fields, from the pages that show them. */
export function islandsWithFields(): string[] {
  const pages = globSync('src/{pages,layouts,components}/**/*.astro');
  const found = pages.flatMap((page) => {
    const source = readFileSync(page, 'utf8');
    const imports = [...source.matchAll(/import \{([^}]+)\} from '[^']*islands\/([^']+\.tsx)'/g)];
    return imports
      .flatMap(([, names = '', path = '']) => names.split(',').map((name) => ({ name: name.trim(), path })))
      .filter(({ name }) => new RegExp(`<${name}\\b(?:[^<>]|=>|<(?!/?\\w))*?client:`).test(source))
      .filter(({ path }) => hasField(join(ISLANDS, path)))
      .map(({ name }) => name);
  });
  return [...new Set(found)].toSorted();
}
