import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';
import { filesBelow } from '../tests/unit/architecture/sources.ts';

/** The folder with the pages as TypeScript for the compiler, in the folders of the project. */
const FOLDER = '.cache/astro';

/**
 * Writes each `.astro` file below `src` as TypeScript, with the scripts for the browser beside it. The compiler reads
 * them in place of the pages, since it cannot read `.astro`.
 *
 * @param folder the project
 * @returns the errors of the pages themselves
 */
export function writeAstroTypes(folder: string): string[] {
  const target = join(folder, FOLDER);
  const written = new Set<string>();
  const faults: string[] = [];
  for (const file of astroFiles(folder)) {
    const source = readFileSync(join(folder, file), 'utf8');
    const { code, scripts, diagnostics } = convertToTsx(source, { filename: file });
    for (const { message, position } of diagnostics)
      faults.push(`${placeIn(file, source, position.start)}: ${message}`);
    const texts = [{ name: `${file}.tsx`, text: code }];
    for (const [at, { type, content }] of scripts.entries()) {
      if (type === 'processed-module') texts.push({ name: scriptName(file, at), text: content });
    }
    for (const { name, text } of texts) {
      const path = join(target, name);
      written.add(path.replaceAll('\\', '/'));
      if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
  for (const file of filesBelow(target)) if (!written.has(file)) rmSync(file);
  return faults;
}

/** Translates positions in the compiler's report into positions in the page. */
export const placedInPages = (folder: string, report: string): string =>
  report.replace(
    new RegExp(`${FOLDER}/(src/[^(\\n]+?\\.astro)\\.(?:(\\d+)\\.mts|tsx)\\((\\d+),(\\d+)\\)`, 'g'),
    (_whole, file: string, script: string | undefined, line: string, column: string) => {
      const source = readFileSync(join(folder, file), 'utf8');
      const { code, mappings, scripts } = convertToTsx(source, { filename: file });
      const own = script === undefined ? undefined : scripts[Number(script)];
      const at = offsetOf(own?.content ?? code, Number(line), Number(column));
      if (own) return placeIn(file, source, own.position.start + at);
      const span = mappings.find(([start, length]) => start <= at && at < start + length);
      return placeIn(file, source, span ? span[2] + Math.min(at - span[0], span[3]) : 0);
    },
  );

const scriptName = (file: string, at: number): string => `${file}.${at}.mts`;

const astroFiles = (folder: string): string[] =>
  filesBelow(join(folder, 'src'))
    .filter((file) => file.endsWith('.astro'))
    .map((file) => relative(folder, file).replaceAll('\\', '/'));

const offsetOf = (text: string, line: number, column: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, column - 1);

function placeIn(file: string, source: string, offset: number): string {
  const before = source.slice(0, offset).split('\n');
  return `${file}(${before.length},${(before.at(-1) ?? '').length + 1})`;
}
