import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { type FilesOfIsland, ISLAND_LIST } from '../src/process/island-files.ts';

/** The module that hydrates every island. */
const HYDRATE = /\/src\/islands\/shell\/hydrate\.ts$/;
/** Modules of islands; what the shell loads later is no part of them. */
const ISLAND = /\/src\/islands\/(?!shell\/)[^?]+$/;

interface Chunk {
  type: string;
  fileName: string;
  isEntry: boolean;
  code: string;
  facadeModuleId: string | null;
  moduleIds: readonly string[];
  imports: readonly string[];
  dynamicImports: readonly string[];
}

/**
 * Lets the browser request all files of an island at once. Without it each file names the next, and on a slow network each
 * step costs half a second. The loader of an island names all files of its imports, at any depth; a list for the
 * server names them too (0175).
 */
export function oneWave(): Plugin {
  return {
    name: 'one-wave',
    applyToEnvironment: ({ name }) => name === 'client',
    renderChunk(code, chunk, _options, { chunks }) {
      if (!chunk.isEntry) return null;
      const files = new Set(chunk.imports);
      for (const file of files) for (const next of chunks[file]?.imports ?? []) files.add(next);
      const deep = [...files].filter((file) => !chunk.imports.includes(file) && file !== chunk.fileName);
      const place = posix.dirname(chunk.fileName);
      return { code: deep.map((file) => `import"./${posix.relative(place, file)}";`).join('') + code, map: null };
    },
    generateBundle(_options, bundle) {
      const source = JSON.stringify(Object.fromEntries(filesOfIslands(bundle as unknown as Record<string, Chunk>)));
      this.emitFile({ type: 'asset', fileName: ISLAND_LIST, source });
    },
  };
}

/**
 * The files of each island by its URL, as `IslandFiles` reads them. Parts that its modules load later are included, packages
 * that they load later do not: a camera's reader waits for its own press.
 */
export function filesOfIslands(bundle: Readonly<Record<string, Chunk>>): [url: string, FilesOfIsland][] {
  const sizeOf = (file: string) => bundle[file]?.code.length ?? 0;
  const names = (files: Iterable<string>) =>
    [...files]
      .sort((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1))
      .map((file) => posix.basename(file, posix.extname(file)));
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const renderers = entries.filter(({ facadeModuleId }) => HYDRATE.test(facadeModuleId ?? ''));
  const islands = entries.filter(({ facadeModuleId }) => ISLAND.test(facadeModuleId ?? ''));
  return islands
    .toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))
    .map((island) => {
      const own = [island, ...renderers].map(({ fileName }) => fileName);
      const files = closure(own, bundle);
      const parts = [...files].flatMap((file) => partsOf(bundle[file], bundle));
      const later = [...closure(parts, bundle)].filter((file) => !files.has(file));
      return [
        `/${island.fileName}`,
        { files: names([...files].filter((file) => !own.includes(file))), later: names(later) },
      ];
    });
}

const partsOf = (chunk: Chunk | undefined, bundle: Readonly<Record<string, Chunk>>): string[] =>
  hasIsland(chunk) ? chunk.dynamicImports.filter((file) => hasIsland(bundle[file])) : [];

const hasIsland = (chunk: Chunk | undefined): chunk is Chunk => chunk?.moduleIds.some((id) => ISLAND.test(id)) ?? false;

function closure(files: readonly string[], bundle: Readonly<Record<string, Chunk>>): Set<string> {
  const all = new Set(files);
  for (const file of all) for (const next of bundle[file]?.imports ?? []) all.add(next);
  return all;
}
