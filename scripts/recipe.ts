import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { camelCase } from './area-lists.ts';

const RECIPE = 'docs/new-area.md';
/** Rewritten in each run, except for the compiler's build information. It is not deleted, so that a failure can be examined. */
const COPY = '.cache/recipe';
const COPIED = ['src', 'tests', 'docs', 'scripts', 'public', '.ci'];
const FILES = [
  ...[
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.pages.json',
    'tsconfig.server.json',
    'biome.json',
    'vitest.config.ts',
    'playwright.config.ts',
  ],
  ...['astro.config.mjs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example', '.gitignore'],
];

/** The contents of a recipe: files to write, lines to add, commands to run. */
interface Recipe {
  files: Map<string, string>;
  additions: Addition[];
  commands: string[];
}

/** Lines to add to a file beside an existing line. */
interface Addition {
  file: string;
  lines: string[];
  beside: string;
  where: 'above' | 'below';
}

/**
 * Reads a recipe. A block of code goes into the last file that the text before it names; a block of `diff` names its files
 * itself. Commands follow an arrow.
 *
 * @throws if a block has no file
 */
export function readRecipe(text: string): Recipe {
  const recipe: Recipe = { files: new Map(), additions: [], commands: [] };
  const blocks = text.matchAll(/([^\n]+)\n\n```(\w+)\n(.*?)\n```\n/gs);
  for (const [, before = '', language, code = ''] of blocks) {
    if (language === 'diff') recipe.additions.push(...additionsIn(code));
    else {
      const paragraph = text.slice(0, text.indexOf(`${before}\n\n\`\`\`${language}\n${code}`)) + before;
      const named = paragraph.split('\n\n').at(-1) ?? '';
      const file = [...named.matchAll(/`((?:src|tests)\/[\w/.[\]-]+\.\w+)`/g)].at(-1)?.[1];
      if (!file) throw new Error(`No file is named before the block that begins with: ${code.split('\n')[0]}`);
      recipe.files.set(file, `${code}\n`);
    }
  }
  for (const [, line = ''] of text.matchAll(/^→ (.+)$/gm)) {
    recipe.commands.push(...[...line.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command));
  }
  return recipe;
}

function additionsIn(diff: string): Addition[] {
  return diff.split(/^\+\+\+ /m).flatMap((part) => {
    const [file = '', ...rest] = part.split('\n');
    if (file === '') return [];
    return rest
      .join('\n')
      .split(/^@@$\n/m)
      .map((hunk) =>
        additionOf(
          file,
          hunk.split('\n').filter((line) => line !== ''),
        ),
      );
  });
}

function additionOf(file: string, hunk: string[]): Addition {
  const context = hunk.filter((line) => line.startsWith(' '));
  const lines = hunk.filter((line) => line.startsWith('+'));
  const [beside = ''] = context;
  if (context.length !== 1 || context.length + lines.length !== hunk.length) {
    throw new Error(`${file}: a part of a diff is one line of the file, and lines with a + beside it`);
  }
  const where = hunk[0] === beside ? 'below' : 'above';
  return { file, beside: beside.slice(1), where, lines: lines.map((line) => line.slice(1)) };
}

/** @throws unless the file has the named line exactly once */
export function withAddition(text: string, { file, beside, where, lines }: Addition): string {
  const all = text.split('\n');
  const at = all.indexOf(beside);
  if (at < 0 || all.lastIndexOf(beside) !== at) throw new Error(`${file} does not hold this line once: ${beside}`);
  all.splice(where === 'below' ? at + 1 : at, 0, ...lines);
  return all.join('\n');
}

/**
 * Commands that need a browser, a build or an hour, the types, which `scripts/check.ts` checks, and the lists,
 * which are written first.
 */
const elsewhere = /^npm (run (e2e( -- .*)?|check( types)?|lists|test:deep)|test)$/;

/** A copy of the project that has the area of the recipe. */
export interface FollowedRecipe {
  folder: string;
  /** Runs the commands of the recipe, except those that need a browser or a build, and the types. @returns the failures */
  run(): string[];
}

/**
 * Follows `docs/new-area.md` in a copy of the project: writes its files and adds its lines. The recipe adds and takes
 * nothing away, so the types of the copy include those of the project, which need no check of their own.
 *
 * @throws when the recipe names a line or a command that is not there
 */
export function followRecipe(): FollowedRecipe {
  const recipe = readRecipe(readFileSync(RECIPE, 'utf8'));
  copyProject();
  write(recipe);
  const commands = runs(recipe);
  const area = areaOf(recipe);
  // Has to be done before the compiler checks the copy.
  const faults = faultsOf({ what: 'npm run lists', command: [process.execPath, 'scripts/area-lists.ts'] }, area);
  return { folder: COPY, run: () => [...faults, ...commands.flatMap((each) => faultsOf(each, area))] };
}

/** The new area, by the name that it has in the list of operations. */
function areaOf({ files }: Recipe): string {
  const operations = [...files.keys()].find((file) => basename(file) === 'operations.ts');
  if (!operations) throw new Error('The recipe writes no operations');
  return camelCase(basename(dirname(operations)));
}

function faultsOf({ what, command: [name = '', ...args], isDeep }: Run, area: string): string[] {
  const { status, stdout, stderr } = spawnSync(resolve('node_modules/.bin', name), args, {
    cwd: COPY,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: resolve('node_modules/.bin') + delimiter + process.env.PATH,
      NO_COLOR: '1',
      CI: 'true',
      TEST_AREA: area,
      ...(isDeep && { TEST_DEEP: 'yes' }),
    },
  });
  return status === 0 ? [] : [`${what}\n${stdout}${stderr}`];
}

function copyProject(): void {
  mkdirSync(COPY, { recursive: true });
  for (const name of readdirSync(COPY)) {
    if (name !== '.cache') rmSync(join(COPY, name), { recursive: true, force: true });
  }
  for (const name of [...COPIED, ...FILES]) cpSync(name, join(COPY, name), { recursive: true, dereference: true });
  symlinkSync(resolve('node_modules'), join(COPY, 'node_modules'));
}

function write({ files, additions }: Recipe): void {
  for (const [file, text] of files) {
    const path = join(COPY, file);
    if (existsSync(path)) throw new Error(`${file} is there already`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  for (const addition of additions) {
    const path = join(COPY, addition.file);
    writeFileSync(path, withAddition(readFileSync(path, 'utf8'), addition));
  }
}

interface Run {
  what: string;
  command: string[];
  /** On all engines, like a run of named files. */
  isDeep?: boolean;
}

/**
 * The commands of a recipe with tests grouped, since each start takes seconds. Tests that the recipe writes
 * run on all engines. Existing tests run on one engine here, and on all in the deep run.
 */
function runs({ files, additions, commands }: Recipe): Run[] {
  const touched = [...new Set([...files.keys(), ...additions.map(({ file }) => file)])];
  const whole = ['tests/unit/architecture', 'tests/unit/architecture.test.ts'];
  const own: string[] = [];
  const parts: string[][] = [];
  for (const command of commands) {
    const [, paths = '', title] = /^npm run test:(?:unit|api) -- ([^"]+?)(?: -t "(.+)")?$/.exec(command) ?? [];
    for (const path of paths ? paths.split(' ') : []) {
      if (!existsSync(join(COPY, path))) throw new Error(`There is nothing to run at ${path}`);
    }
    if (title) parts.push([...paths.split(' '), '-t', title]);
    else if (paths) for (const path of paths.split(' ')) (files.has(path) ? own : whole).push(path);
    else if (!elsewhere.test(command)) throw new Error(`The recipe names a command that nobody runs: ${command}`);
  }
  return [
    { what: 'npm run format', command: ['biome', 'check', '--write', ...touched] },
    ...[whole, own, ...parts].map((tests) => ({
      what: `tests: ${tests.join(' ')}`,
      command: ['vitest', 'run', ...tests],
      isDeep: tests === own,
    })),
  ];
}
