import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  /** The file that imports, below the project's folder. */
  from: string;
  /** A file below the project's folder, or the name of a package. */
  to: string;
  isPackage: boolean;
  /** Removed by the compiler. */
  isType: boolean;
}

/** An import as a line in a list of exemptions. */
export const asLine = ({ from, to, isType }: Import) => `${from} → ${to}${isType ? ' (type)' : ''}`;

/** Paths of all files below these folders, with `/` on every system. */
export function filesBelow(...folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .sort();
}

export const isSource = (path: string) => /\.(ts|tsx|astro)$/.test(path);

const STATEMENT = /^[ \t]*(import|export)\s+(type\s+)?([^'";]*?\s*from\s+)?(['"])([^'"\n]+)\4/gm;
const CALL = /(typeof\s+)?\bimport\(\s*(['"])([^'"\n]+)\2\s*\)(\.[A-Z])?/g;

/** What a file imports, statically, dynamically or as a type. Style sheets are no modules and do not count. */
export function importsOf(file: string, text = readFileSync(file, 'utf8')): Import[] {
  const found: Import[] = [];
  for (const [, keyword, isType, clause = '', , target = ''] of text.matchAll(STATEMENT)) {
    if (keyword === 'export' && clause === '') continue;
    found.push(resolve(file, target, Boolean(isType) || onlyTypes(clause)));
  }
  for (const [, isTypeof, , target = '', member] of text.matchAll(CALL)) {
    found.push(resolve(file, target, Boolean(isTypeof ?? member)));
  }
  return found.filter(({ to }) => !to.endsWith('.css'));
}

/** The imports of the scripts of a page or component, which run in the browser, unlike its frontmatter. */
export const scriptImportsOf = (file: string, text = readFileSync(file, 'utf8')): Import[] =>
  [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].flatMap(([, script = '']) => importsOf(file, script));

/** The names that a file imports from other files of the project; `*` where it may be any. */
export function namesTakenBy(file: string, text = readFileSync(file, 'utf8')): { to: string; name: string }[] {
  const found: { to: string; name: string }[] = [];
  for (const [, , , clause = '', , target = ''] of text.matchAll(STATEMENT)) {
    const { to } = resolve(file, target, false);
    if (clause.trimStart().startsWith('*')) found.push({ to, name: '*' });
    for (const each of /\{([^}]*)\}/.exec(clause)?.[1]?.split(',') ?? []) {
      const [name] = each
        .trim()
        .replace(/^type /, '')
        .split(/\s+as\s+/);
      if (name) found.push({ to, name });
    }
  }
  for (const [, , , target = ''] of text.matchAll(CALL)) found.push({ to: resolve(file, target, false).to, name: '*' });
  return found;
}

/** `{ type A, type B }` */
function onlyTypes(clause: string): boolean {
  const names = /^\{([^}]*)\}\s*from\s+$/.exec(clause.trimStart())?.[1];
  return names?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
}

/** The resolved target of an import. */
export const resolveImport = (from: string, target: string): Import => resolve(from, target, false);

function resolve(from: string, target: string, isType: boolean): Import {
  const path = target.startsWith('#')
    ? join('src', target.slice(1))
    : target.startsWith('.')
      ? normalize(join(dirname(from), target))
      : null;
  if (path !== null) return { from, to: path.replaceAll('\\', '/').replace(/\?.*$/, ''), isPackage: false, isType };
  const scoped = target.startsWith('@') ? 2 : 1;
  const name = target.startsWith('~icons/') ? '~icons' : target.split('/').slice(0, scoped).join('/');
  return { from, to: target.startsWith('zod') ? target : name, isPackage: true, isType };
}

/** The first cycle found among these imports, as its files; null without one. */
export function ringOf(edges: readonly { from: string; to: string }[]): string[] | null {
  const next = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | null => {
    const seen = path.indexOf(node);
    if (seen >= 0) return [...path.slice(seen), node];
    if (done.has(node)) return null;
    path.push(node);
    for (const { to } of next.get(node) ?? []) {
      const ring = visit(to);
      if (ring) return ring;
    }
    path.pop();
    done.add(node);
    return null;
  };
  for (const node of next.keys()) {
    const ring = visit(node);
    if (ring) return ring;
  }
  return null;
}
