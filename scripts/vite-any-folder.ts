import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = process.cwd();
/** What stands for the folder of a build. It names modules to each other; no file is read by it. */
const ANY = '/portal';

/** Takes the folder of a build out of the pages, whose names are digests of them: two clones build the same files. */
export const anyFolder = (): Plugin => ({
  name: 'any-folder',
  apply: 'build',
  renderChunk: (code) => (code.includes(FOLDER) ? { code: code.replaceAll(FOLDER, ANY), map: null } : null),
});

/** The list of files of the build that Astro writes after the chunks, in the order of the disk. */
const FILES = /"assets":(\["\/[^\]]*\])/;

/** Does the same in what Astro writes after the chunks, and sorts its list of files. */
export function forgetFolder(server: string): void {
  for (const entry of readdirSync(server, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const sorted = text
      .replaceAll(FOLDER, ANY)
      .replace(FILES, (_all, list: string) => `"assets":${JSON.stringify((JSON.parse(list) as string[]).toSorted())}`);
    if (sorted !== text) writeFileSync(path, sorted);
  }
}
