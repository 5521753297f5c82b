import { posix } from 'node:path';
import type { Plugin } from 'vite';

/**
 * What begins an island names every file that its imports need, however deep. The browser so asks for them at once. Without
 * it each file names the next, and on a slow network each step costs half a second.
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
  };
}
