import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import type { Language } from '../src/process/language.ts';
import { type OnStep, showSteps } from '../src/process/progress.ts';
import { buildMark, sourcesDigest } from './build-state.ts';
import { dressPictures } from './dress-pictures.ts';
import { command } from './usage.ts';
import { forgetFolder } from './vite-any-folder.ts';

if (import.meta.main) command('build', 'Builds pages and islands into dist/.').parse();

const CLIENT = 'dist/client';
/** Environment variables for the build tools. Astro would write others, such as `CI` or `PUBLIC_URL`, into the output. */
const NEEDED = ['PATH', 'HOME', 'TMPDIR', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE'];
const COMPRESSED = /\.(js|css|html|json|svg|txt|xml|webmanifest)$/;

/** The steps of a build in order, for the progress bar: developers run `npm run build`, the school's IT `npm start`. */
const WORDS = {
  en: { build: 'Build', steps: ['texts and sounds', 'pages', 'islands', 'pictures', 'compressed files'] },
  pt: { build: 'Páginas', steps: ['textos e sons', 'páginas', 'ilhas', 'imagens', 'arquivos comprimidos'] },
} as const;

/** Reports when Astro has built the pages, and the files for browsers. */
const watching = (next: OnStep): AstroIntegration => ({
  name: 'build-progress',
  hooks: {
    'astro:build:setup': ({ target }) => {
      if (target === 'client') next();
    },
  },
});

/**
 * Builds pages and islands. Puts the covers and sounds of the texts, and each brand's pictures,
 * where the portal serves them, and a `.br` and a
 * `.gz` beside each text file, so that the start only reads.
 *
 * @throws ContentError before building, when a text or its sound is invalid.
 */
export async function buildPortal(language: Language = 'en'): Promise<void> {
  await showSteps(WORDS[language].build, WORDS[language].steps, buildBySteps);
}

async function buildBySteps(next: OnStep): Promise<void> {
  process.env.NODE_ENV = 'production';
  const digest = sourcesDigest();
  next();
  const { checkContent } = await import('./school-texts.ts');
  checkContent();
  next();
  const said = { ...process.env };
  for (const name of Object.keys(said)) if (!NEEDED.includes(name)) delete process.env[name];
  // Makes builds of the same sources equal: Astro would generate a key for server islands, which we do not use.
  process.env.ASTRO_KEY = Buffer.from(digest, 'hex').toString('base64');
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  const { build } = await import('astro');
  await build({ logLevel: 'warn', integrations: [watching(next)] }).finally(() => Object.assign(process.env, said));
  forgetFolder('dist/server');
  next();
  const { servedFiles } = await import('./school-texts.ts');
  for (const { file, url } of servedFiles()) {
    const target = `${CLIENT}${url}`;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
  dressPictures(`${CLIENT}/brand`);
  next();
  compressFiles();
  writeFileSync(buildMark, digest);
}

/** Puts a `.br` and a `.gz` beside each text file. */
function compressFiles(): void {
  for (const entry of readdirSync(CLIENT, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const body = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
  }
}

/** Builds. On an invalid text it prints the place and exits, since the author needs no stack trace. */
export async function buildOrExit(language: Language = 'en'): Promise<void> {
  await buildPortal(language).catch(async (error: unknown) => {
    const { ContentError } = await import('../src/server/core/content/read-yaml.ts');
    if (!(error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

if (import.meta.main) await buildOrExit();
