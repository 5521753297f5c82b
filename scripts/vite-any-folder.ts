import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const FOLDER = process.cwd();
/** The placeholder for the folder of a build. It is only used in names of modules; no file is read by it. */
const ANY = '/portal';
/** The text before and after the folder in a path of a module. */
const STARTS = ['"', "'", '`'].flatMap((quote) => ['/src/', '/node_modules/'].map((part) => [quote, part] as const));

/**
 * Removes a folder from the output of the build. Only a complete path into the project counts: in a folder `/api` or `/repo`
 * the same text occurs in URLs of the product.
 */
export function withoutFolder(text: string, folder: string): string {
  const address = `"${pathToFileURL(folder).href}/`;
  return STARTS.reduce(
    (rest, [quote, part]) => rest.replaceAll(quote + folder + part, quote + ANY + part),
    text.replaceAll(address, `"file://${ANY}/`),
  );
}

/**
 * The bundler puts modules in the order of the paths where they begin. A path of the project that leaves its folder out
 * comes before some folders and after others, and moves what follows.
 *
 * @throws an error that names such a path
 */
export function beginInFolder(places: readonly string[], folder: string): void {
  const strange = places.filter((place) => place.startsWith('/') && !place.startsWith(`${folder}/`));
  if (strange.length > 0) throw new Error(`The build begins at ${strange.join(', ')}: write the whole path.`);
}

/** Takes the folder of a build out of the pages, whose names are digests of them: two clones build the same files. */
export const anyFolder = (): Plugin => ({
  name: 'any-folder',
  apply: 'build',
  buildStart: ({ input }) => beginInFolder(Object.values(input), FOLDER),
  renderChunk: (code) => {
    const text = withoutFolder(code, FOLDER);
    return text === code ? null : { code: text, map: null };
  },
});

/** The list of files of the build that Astro writes after the chunks, in the order of the disk. */
const FILES = /"assets":(\["\/[^\]]*\])/;

/** Does the same in what Astro writes after the chunks, and sorts its list of files. */
export function forgetFolder(server: string): void {
  for (const entry of readdirSync(server, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const sorted = withoutFolder(text, FOLDER).replace(
      FILES,
      (_all, list: string) => `"assets":${JSON.stringify((JSON.parse(list) as string[]).toSorted())}`,
    );
    if (sorted !== text) writeFileSync(path, sorted);
  }
}
