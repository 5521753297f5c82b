import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'astro';
import { buildMark, sourcesDigest } from './build-state.ts';

const COMPRESSED = /\.(js|css|html|json|svg|txt|xml|webmanifest)$/;

/** Builds pages and islands, and lays a `.br` and a `.gz` beside each text file, so that starting is only reading. */
export async function buildPortal(): Promise<void> {
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  process.env.NODE_ENV = 'production';
  const digest = sourcesDigest();
  await build({ logLevel: 'warn' });
  for (const entry of readdirSync('dist/client', { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const body = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
  }
  writeFileSync(buildMark, digest);
}

if (import.meta.main) await buildPortal();
