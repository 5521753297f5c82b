import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'astro';
import { checkContent } from '../src/server/content/check-content.ts';
import { ContentError } from '../src/server/content/read-yaml.ts';
import { servedFiles } from '../src/server/content/served-files.ts';
import { buildMark, sourcesDigest } from './build-state.ts';
import { dressPictures } from './dress-pictures.ts';
import { forgetFolder } from './vite-any-folder.ts';

const CLIENT = 'dist/client';
/** What the tools of a build get from the shell. Of the rest, such as `CI` or `PUBLIC_URL`, Astro would write some down. */
const NEEDED = ['PATH', 'HOME', 'TMPDIR', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE'];
const COMPRESSED = /\.(js|css|html|json|svg|txt|xml|webmanifest)$/;

/**
 * Builds pages and islands. Puts the covers and sounds of the texts, and each brand's pictures,
 * where the portal serves them, and a `.br` and a
 * `.gz` beside each text file, so that the start only reads.
 *
 * @throws ContentError before it builds anything, when a text or its sound is wrong.
 */
export async function buildPortal(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const digest = sourcesDigest();
  checkContent();
  const said = { ...process.env };
  for (const name of Object.keys(said)) if (!NEEDED.includes(name)) delete process.env[name];
  // Two builds of the same sources are equal. Astro makes a key for islands of the server, of which there are none.
  process.env.ASTRO_KEY = Buffer.from(digest, 'hex').toString('base64');
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  await build({ logLevel: 'warn' }).finally(() => Object.assign(process.env, said));
  forgetFolder('dist/server');
  for (const { file, url } of servedFiles()) {
    const target = `${CLIENT}${url}`;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
  dressPictures(`${CLIENT}/brand`);
  for (const entry of readdirSync(CLIENT, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const body = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
  }
  writeFileSync(buildMark, digest);
}

/** Builds. On a wrong text it names the text and ends the process: the author needs the place, not a stack. */
export async function buildOrExit(): Promise<void> {
  await buildPortal().catch((error: unknown) => {
    if (!(error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

if (import.meta.main) await buildOrExit();
