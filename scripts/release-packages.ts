import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages with native code, which are not bundled. */
export const NATIVE = ['better-sqlite3', 'sharp', '@node-rs/argon2'];
/** Only needed for compiling. */
const NOT_RUN = new Set(['node-addon-api']);
/** Parts of packages that are not needed to run: sources to compile, types, texts. */
const LEFT_OUT = /\/(\.bin|deps|src|install|binding\.gyp|README\.md|[^/]+\.d\.[cm]?ts|[^/]+\.map)$/;
const PREBUILT = /\/prebuilds\/[^/]+\.node$/;
/** Files that display the API reference. */
const REFERENCE = ['swagger-ui.css', 'swagger-ui-bundle.js', 'package.json', 'LICENSE'];
const LICENCE = /^(licen[cs]e|notice|copying)[^.]*(\.(md|txt))?$/i;

interface Manifest {
  name?: string;
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Copies packages outside the bundle to `folder/node_modules`: native packages with their dependencies on this machine. */
export function copyPackages(folder: string): void {
  const isIncluded = (path: string) =>
    !LEFT_OUT.test(path) && (!PREBUILT.test(path) || path.endsWith(`/${process.platform}-${process.arch}.node`));
  for (const name of withDependencies(NATIVE)) {
    const from = join('node_modules', name);
    cpSync(from, join(folder, from), { recursive: true, filter: isIncluded });
  }
  const reference = 'node_modules/swagger-ui-dist';
  mkdirSync(join(folder, reference), { recursive: true });
  for (const file of REFERENCE) cpSync(join(reference, file), join(folder, reference, file));
}

/** These packages and their dependencies. A package for another platform is not installed, and so left out. */
function withDependencies(names: readonly string[]): Set<string> {
  const all = new Set<string>();
  const add = (name: string) => {
    if (all.has(name) || NOT_RUN.has(name) || !existsSync(`node_modules/${name}`)) return;
    all.add(name);
    const { dependencies, optionalDependencies } = manifestOf(`node_modules/${name}`);
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) add(next);
  };
  names.forEach(add);
  return all;
}

/** Writes the licences of all packages whose code a release may contain, each text once, with its packages. */
export function writeLicences(file: string, packages: readonly { name: string; version: string }[]): void {
  const covers = new Map<string, string[]>();
  for (const { name, version } of packages) {
    const folder = `node_modules/${name}`;
    if (!existsSync(folder)) continue;
    const files = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && LICENCE.test(entry.name),
    );
    const text = files.map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim()).join('\n\n');
    const said = text || `Licence: ${manifestOf(folder).license ?? 'see the package'}`;
    covers.set(said, [...(covers.get(said) ?? []), `${name} ${version}`]);
  }
  const parts = [...covers].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  writeFileSync(file, parts.join(`\n${'='.repeat(80)}\n\n`));
}
