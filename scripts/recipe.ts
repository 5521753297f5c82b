import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

const RECIPE = 'docs/new-area.md';
/** Removed before each run. It stays afterwards, so that a failure can be looked into. */
const COPY = '.cache/recipe';
const TYPES = `${COPY}.tsbuildinfo`;
const COPIED = ['src', 'tests', 'docs', 'scripts', 'public', '.ci'];
const FILES = [
  ...[
    'package.json',
    'tsconfig.json',
    'tsconfig.server.json',
    'biome.json',
    'vitest.config.ts',
    'playwright.config.ts',
  ],
  ...['astro.config.mjs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example', '.gitignore'],
];

/** What a recipe asks for: files to write, lines to add, commands to run. */
interface Recipe {
  files: Map<string, string>;
  additions: Addition[];
  commands: string[];
}

/** Lines that join a file beside a line that it has. */
interface Addition {
  file: string;
  lines: string[];
  beside: string;
  where: 'above' | 'below';
}

/**
 * Reads a recipe. A block of code goes into the last file that the text before it names; a block of `diff` names its files
 * itself. Commands stand after an arrow.
 *
 * @throws if it is not said where a block belongs
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

/** @throws if the file does not hold the named line exactly once */
export function withAddition(text: string, { file, beside, where, lines }: Addition): string {
  const all = text.split('\n');
  const at = all.indexOf(beside);
  if (at < 0 || all.lastIndexOf(beside) !== at) throw new Error(`${file} does not hold this line once: ${beside}`);
  all.splice(where === 'below' ? at + 1 : at, 0, ...lines);
  return all.join('\n');
}

/** Commands for which a copy of the project needs a browser, a build or an hour. */
const elsewhere = /^npm (run (e2e|check)( -- .*)?|test)$/;

/**
 * Follows `docs/new-area.md` in a copy of the project: writes its files, adds its lines, and runs its commands but those
 * that need a browser or a build.
 *
 * @returns what does not hold
 */
export function followRecipe(): string[] {
  try {
    const recipe = readRecipe(readFileSync(RECIPE, 'utf8'));
    copyProject();
    write(recipe);
    return runs(recipe).flatMap(({ what, command }) => {
      const { status, stdout, stderr } = spawnSync(resolve('node_modules/.bin', command[0] ?? ''), command.slice(1), {
        cwd: COPY,
        encoding: 'utf8',
        env: {
          ...process.env,
          PATH: resolve('node_modules/.bin') + delimiter + process.env.PATH,
          ASTRO_TELEMETRY_DISABLED: '1',
          NO_COLOR: '1',
          CI: 'true',
        },
      });
      return status === 0 ? [] : [`${what}\n${stdout}${stderr}`];
    });
  } catch (error) {
    return [String(error)];
  }
}

function copyProject(): void {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  for (const name of [...COPIED, ...FILES]) cpSync(name, join(COPY, name), { recursive: true });
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

/** The commands of a recipe, with the same types and tests put together, because each start costs seconds. */
function runs({ files, additions, commands }: Recipe): { what: string; command: string[] }[] {
  const touched = [...new Set([...files.keys(), ...additions.map(({ file }) => file)])];
  const whole = ['tests/unit/architecture', 'tests/unit/architecture.test.ts'];
  const parts: string[][] = [];
  let areTypesChecked = false;
  for (const command of commands) {
    const [, paths = '', title] = /^npm run test:(?:unit|api) -- ([^"]+?)(?: -t "(.+)")?$/.exec(command) ?? [];
    for (const path of paths ? paths.split(' ') : []) {
      if (!existsSync(join(COPY, path))) throw new Error(`There is nothing to run at ${path}`);
    }
    if (title) parts.push([...paths.split(' '), '-t', title]);
    else if (paths) whole.push(...paths.split(' '));
    else if (command === 'npm run check types') areTypesChecked = true;
    else if (!elsewhere.test(command)) throw new Error(`The recipe names a command that nobody runs: ${command}`);
  }
  return [
    { what: 'npm run format', command: ['biome', 'check', '--write', ...touched] },
    ...(areTypesChecked ? typesOf(touched) : []),
    ...[whole, ...parts].map((tests) => ({ what: `tests: ${tests.join(' ')}`, command: ['vitest', 'run', ...tests] })),
  ];
}

/** Checks what the recipe touches, and all that it imports. */
function typesOf(touched: string[]): { what: string; command: string[] }[] {
  const project = (name: string, config: object) => {
    writeFileSync(join(COPY, name), JSON.stringify(config));
    return name;
  };
  const code = project('tsconfig.recipe.json', {
    extends: './tests/tsconfig.json',
    files: ['src/env.d.ts', ...touched.filter((file) => /\.tsx?$/.test(file))],
    include: ['tests/support/*.ts'],
  });
  const pages = project('tsconfig.pages.json', {
    extends: './tsconfig.json',
    include: ['src/*.d.ts', ...touched.filter((file) => file.endsWith('.astro'))],
  });
  return [
    {
      what: 'types of the code',
      command: [
        ...['node', 'node_modules/typescript-7/bin/tsc', '-p', code, '--noEmit', '--checkers', '1'],
        ...['--incremental', '--tsBuildInfoFile', resolve(TYPES)],
      ],
    },
    {
      what: 'types of the pages',
      command: ['astro', 'check', '--tsconfig', pages, '--minimumFailingSeverity', 'hint'],
    },
  ];
}
