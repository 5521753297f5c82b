import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { NATIVE } from './release-packages.ts';

/** Programs of a release by name, and the pages. */
const PROGRAMS = {
  start: 'scripts/start-built.ts',
  admin: 'scripts/admin.ts',
  migrate: 'scripts/migrate.ts',
  'check-upstream': 'scripts/check-upstream.ts',
};
const PAGES = 'dist/server/entry.mjs';

/** The same client for error reports, since its package for Astro depends on a compiler. */
const REPORTS = { '@sentry/astro': '@sentry/node' };
/** A file that another one loads by URL: a worker thread, or a module that it runs. */
const LOADED = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;
const OUR_FILES = /\/(src|scripts)\/.*\.ts$/;
/** CommonJS packages require others at run time. */
const BANNER = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/**
 * Bundles server, pages and programs into `folder`. All our code is in `folder/server`. So a URL that a source
 * makes from its own location is made from the folder of the release: `src/content` has the same path in both.
 */
export async function bundleServer(folder: string): Promise<void> {
  const loaded = loadedFiles();
  const entries = { ...PROGRAMS, main: 'src/main.ts', ...Object.fromEntries(loaded.map((file) => [flat(file), file])) };
  await build({
    entryPoints: {
      ...Object.fromEntries(Object.entries(entries).map(([name, file]) => [`server/${name}`, file])),
      'dist/server/entry': PAGES,
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'server/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: NATIVE,
    alias: REPORTS,
    banner: { js: BANNER },
    define: { 'process.env.NODE_ENV': '"production"' },
    // Packages read the names of classes.
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    plugins: [addresses(new Set(loaded))],
    logLevel: 'warning',
  });
}

const flat = (file: string) =>
  file
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');

/** Files of the server that are loaded by URL. */
function loadedFiles(): string[] {
  const found = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(LOADED)].map(([, path = '']) => join(dirname(file), path)),
  );
  return [...new Set(found)].filter((file) => file !== 'src/main.ts').toSorted();
}

/** Replaces URLs that sources make from their own location by those of a release. */
function addresses(loaded: ReadonlySet<string>): Plugin {
  return {
    name: 'addresses',
    setup({ onLoad }) {
      onLoad({ filter: OUR_FILES }, ({ path }) => {
        const file = relative(process.cwd(), path);
        if (file.startsWith('node_modules')) return undefined;
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        const contents = text
          .replace(LOADED, (all, to: string) => {
            const target = join(dirname(file), to);
            if (target === 'src/main.ts') return "new URL('./main.mjs', import.meta.url)";
            return loaded.has(target) ? `new URL('./${flat(target)}.mjs', import.meta.url)` : all;
          })
          .replace(/(?<!\.mjs', )import\.meta\.url/g, `new URL('../${file}', import.meta.url).href`);
        return { contents, loader: 'ts' };
      });
    },
  };
}
