import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { writeAreaLists } from './area-lists.ts';
import { placedInPages, writeAstroTypes } from './astro-types.ts';
import { type FollowedRecipe, followRecipe } from './recipe.ts';
import { command } from './usage.ts';

interface Outcome {
  isGood: boolean;
  /** Always shown. */
  figures?: string;
  /** Shown on failure. */
  report: string;
}

const GROUPS = ['types', 'content', 'lint', 'structure', 'recipe', 'sizes'] as const;

interface Step {
  group: (typeof GROUPS)[number];
  name: string;
  run(): Promise<Outcome>;
}

const bin = resolve('node_modules/.bin');

/** Runs a tool of the project in a folder and collects its output. */
const toolIn =
  (cwd: string, name: string, ...args: string[]) =>
  (): Promise<Outcome> =>
    new Promise((done) => {
      const child = spawn(resolve(bin, name), args, {
        cwd,
        env: {
          ...process.env,
          PATH: bin + delimiter + process.env.PATH,
          // The compiler in Go runs no garbage collection below this size, which saves a fifth of its time.
          GOGC: 'off',
          GOMEMLIMIT: '3GiB',
          NO_COLOR: '1',
          CI: 'true',
        },
      });
      let report = '';
      child.stdout.on('data', (chunk: Buffer) => (report += chunk));
      child.stderr.on('data', (chunk: Buffer) => (report += chunk));
      child.once('error', (error) => done({ isGood: false, report: error.message }));
      child.once('close', (code) => done({ isGood: code === 0, report }));
    });

const tool = (name: string, ...args: string[]) => toolIn('.', name, ...args);

/** Groups to run, or with a minus those to leave out. The recipe is also checked by types. */
const program = command('check', 'Checks types, content, lint, structure, the recipe for a new area and byte budgets.')
  .argument('[groups...]', `${GROUPS.join(', ')}; with a minus before it: all but that`)
  .allowUnknownOption()
  .parse();
const unknown = program.args.find((name) => !GROUPS.some((group) => group === name.replace(/^-/, '')));
if (unknown) program.error(`Nothing is called ${unknown}.`);
const groups = program.args.flatMap((name) => (name === 'recipe' ? ['types', name] : [name]));
const requested = groups.filter((name) => !name.startsWith('-'));
const isRequested = (group: string) =>
  !groups.includes(`-${group}`) && (requested.length === 0 || requested.includes(group));

// A test fails if they are not committed.
if (!process.env.CI) writeAreaLists();

/** With the recipe, types are checked in its copy, which has the project and the new area: one run proves both. */
const recipe = isRequested('recipe') ? followedRecipe() : null;

function followedRecipe(): FollowedRecipe {
  try {
    return followRecipe();
  } catch (error) {
    return { folder: '.', run: () => [String(error)] };
  }
}

/** Programs of the compiler. The first one includes its references: the server, without DOM types. */
const PROGRAMS = ['tsconfig.pages.json', 'src/service-worker', 'tests/unit/service-worker'];

/**
 * One graph of programs (0150): a file is checked once, and other programs read its declarations. Build information
 * stays in `.cache` for the next run.
 */
async function checkTypes(): Promise<Outcome> {
  const folder = recipe?.folder ?? '.';
  const faults = writeAstroTypes(folder);
  const compiler = [
    'node_modules/typescript-7/bin/tsc',
    '--build',
    ...PROGRAMS,
    '--singleThreaded',
    '--pretty',
    'false',
  ];
  const { isGood, report } = await toolIn(folder, 'node', ...compiler)();
  return {
    isGood: isGood && faults.length === 0,
    report: [...faults, placedInPages(folder, report)].join('\n'),
  };
}

const steps: readonly Step[] = [
  { group: 'types', name: 'types', run: checkTypes },
  {
    group: 'content',
    name: 'lessons, level test',
    async run() {
      const { checkContent } = await import('./school-texts.ts');
      const { faultsIn } = await import('../src/server/core/content/read-yaml.ts');
      const report = faultsIn(checkContent).join('\n');
      return { isGood: report === '', report };
    },
  },
  {
    group: 'lint',
    name: 'lint and format',
    run: tool('biome', 'check', '.', '--max-diagnostics=40', '--error-on-warnings'),
  },
  {
    group: 'structure',
    name: 'structure',
    run: tool('vitest', 'run', '--project', 'unit', 'tests/unit/architecture'),
  },
  {
    group: 'recipe',
    name: 'recipe of a new area',
    async run() {
      const report = recipe?.run().join('\n') ?? '';
      return { isGood: report === '', report };
    },
  },
  {
    group: 'sizes',
    name: 'sizes',
    async run() {
      const { checkBudgets } = await import('./budgets.ts');
      const { table, broken } = await checkBudgets();
      return { isGood: broken.length === 0, figures: table, report: broken.join('\n') };
    },
  },
];

/** The recipe's tests check the structure of its copy, as the types do: one run proves both. */
const isCoveredByRecipe = (group: string) => group === 'structure' && recipe !== null && recipe.folder !== '.';
const chosen = steps.filter(({ group }) => isRequested(group) && !isCoveredByRecipe(group));
if (chosen.length === 0) program.error('Nothing is left to check.');
let wrong = 0;
for (const { name, run } of chosen) {
  const started = performance.now();
  const outcome = await run().catch((error: unknown): Outcome => ({ isGood: false, report: String(error) }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${outcome.isGood ? 'ok    ' : 'WRONG '} ${name.padEnd(28)} ${seconds.padStart(6)} s\n`);
  if (outcome.figures) process.stdout.write(`${outcome.figures.replace(/^/gm, '         ')}\n`);
  if (outcome.isGood) continue;
  wrong += 1;
  process.stdout.write(`${outcome.report.trim()}\n\n`);
}
process.stdout.write(wrong === 0 ? 'Everything holds.\n' : `\n${wrong} of ${chosen.length} do not hold.\n`);
process.exitCode = wrong === 0 ? 0 : 1;
