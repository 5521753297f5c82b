import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = [
  'src',
  'public',
  'astro.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'scripts/build.ts',
  'scripts/client-chunks.ts',
  'scripts/sentry-integration.ts',
  'scripts/service-worker.ts',
  'scripts/policy-hashes.ts',
  'scripts/vite-any-folder.ts',
  'scripts/vite-digests.ts',
  'scripts/vite-icons.ts',
  'scripts/vite-islands.ts',
  'scripts/vite-waves.ts',
  'src/server/school/english-test/bank.ts',
];
const MARK = 'dist/.sources';

/**
 * A digest of everything that the build reads. The API and the process entry run from source and are left out, except
 * the file with the folder of the built sounds.
 */
export function sourcesDigest(): string {
  const digest = createHash('sha256');
  for (const source of SOURCES) {
    if (!existsSync(source)) continue;
    const files = statSync(source).isFile()
      ? [source]
      : readdirSync(source, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .filter((path) => !/^src\/(server(?!\/content\/)|gateway|connected|process)\//.test(path))
          .sort();
    for (const file of files) digest.update(file).update(readFileSync(file));
  }
  return digest.digest('hex');
}

export const isBuilt = () => existsSync(MARK) && readFileSync(MARK, 'utf8') === sourcesDigest();
export const buildMark = MARK;
