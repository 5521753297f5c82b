import { spawn } from 'node:child_process';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Argument } from 'commander';
import { movedClock } from './moved-clock.ts';
import { noSettings } from './no-settings.ts';
import { instantOf } from './test-instants.ts';
import { chromium, ensure, firefox, hasPostgres, headlessShell } from './test-tools.ts';
import { command } from './usage.ts';

// Runs the tests and ends with one line that counts them.
//
// `npm test` is the fast run, the same on every day. `npm run test:deep` runs everything: the other engine everywhere, whole
// walks, kills, the second brand. Tests of the deep run have `.deep.` in their file name, the tag `@deep` (stories),
// or use `isDeep`. A run of named files is deep: `npm test e2e -- tests/e2e/tour.e2e.ts`.
// `--at 2028-02-29T23:50Z` runs tests as if they began then: none depends on its day.
// `npm run ci` is the fast run with `npm run check` beside it, which counts as one more failure when it fails.

const PARTS = ['all', 'unit', 'api', 'e2e', 'ci', 'deep'] as const;
const program = command('test', 'Runs tests and ends with one line that counts them. Without a part: the fast run.')
  .addArgument(
    new Argument('[part]', 'deep runs everything; ci is the fast run beside npm run check')
      .choices(PARTS)
      .default('all'),
  )
  .argument('[files...]', 'test files: all their tests run, also those of the deep run')
  .option('--at <instant>', 'runs as if it began then, such as 2028-02-29T23:50Z')
  .option('-t <words>', 'unit, api: tests whose names have these words')
  .option('-u', 'unit, api: writes what tests compare with anew')
  .option('-g <words>', 'e2e: tests whose names have these words')
  .option('--project <name>', 'one project of Vitest or Playwright')
  .option('--trace <mode>', 'e2e: records a trace, such as retain-on-failure')
  .option('--repeat-each <n>', 'e2e: runs each story n times')
  .option('--workers <n>', 'e2e: how many browsers at once')
  .option('--headed', 'e2e: shows the browser')
  .option('--debug', 'e2e: goes step by step')
  .option('--last-failed', 'e2e: what failed in the last run')
  // npm removes `--`; it may be present when this file is run directly.
  .parse(process.argv.filter((arg) => arg !== '--'));
const [stageName = 'all', files = []] = program.processedArgs as [(typeof PARTS)[number]?, string[]?];
const { at, ...passedOn } = program.opts<{ at?: string } & Record<string, string | true>>();
if (at !== undefined && Number.isNaN(Date.parse(at)))
  program.error('--at wants an instant, such as 2028-02-29T23:50Z.');
const toolArgs = [
  ...files,
  ...Object.entries(passedOn).flatMap(([name, value]) => [
    name.length === 1 ? `-${name}` : `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    ...(value === true ? [] : [value]),
  ]),
];
const isDeep = stageName === 'deep' || files.length > 0;

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Failures with their reasons, repeated at the end for readers who see only the last lines. */
  reasons?: string[];
}

const RESULTS = '.cache/test';
const bin = resolve('node_modules/.bin');

const MEMORY = '/dev/shm';
/** The API tests were seen to need 0.4 GB. Containers often have a few megabytes. */
const ROOM = 2 * 1024 ** 3;

/**
 * Makes the folder for temporary files of tests, in memory if there is room: a disk takes ten times as long to
 * copy the thousand files of a PostgreSQL database.
 */
function scratchFolder(): string {
  const place = isRoomy() ? MEMORY : tmpdir();
  for (const left of globSync('portal-test-*', { cwd: place })) removeIfOver(join(place, left));
  const folder = mkdtempSync(join(place, `portal-test-${process.pid}-`));
  // PostgreSQL runs as another user and keeps its own folder inside.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Deletes the folder of an aborted run, unless it belongs to another user. */
function removeIfOver(folder: string): void {
  const pid = Number(folder.split('-').at(-2));
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isOver = (error as NodeJS.ErrnoException).code === 'ESRCH';
    if (isOver && statSync(folder).uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true });
  }
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

const env: Record<string, string | undefined> = {
  ...process.env,
  ...noSettings(),
  NODE_ENV: undefined,
  CI: 'true',
  PATH: bin + delimiter + process.env.PATH,
  TMPDIR: scratchFolder(),
  // Tests start about three hundred portals, which share the compile cache of the first one.
  NODE_COMPILE_CACHE: resolve('.cache/compiled'),
  TEST_DEEP: isDeep ? 'yes' : '',
};

/** The environment of tests that run as if they began at an instant. */
const beginsAt = (instant: string | undefined): Record<string, string> =>
  instant === undefined ? {} : movedClock(Date.parse(instant) - Date.now());

/** The deep run uses another instant for rules and calls each day. Stories run at the current time, unless `--at` is given. */
const vitestAt = at ?? (stageName === 'deep' ? instantOf(new Date()) : undefined);
if (vitestAt) process.stdout.write(`${at ? 'All' : 'Rules and calls'} run as if it were ${vitestAt}.\n`);

/** Runs a test tool with visible output and returns its exit code. */
function run(name: string, args: string[], more: Record<string, string> = {}): Promise<number> {
  const child = spawn(resolve(bin, name), args, { env: { ...env, ...more }, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((done) => {
    child.once('error', () => done(1));
    child.once('close', (code) => done(code ?? 1));
  });
}

/** A stage counts as one failure if it fails without a failed test, or runs no test. */
function countOf(stage: string, code: number, count: Count | null): Count {
  const isSilent = !count || count.passed + count.failed === 0 || (code !== 0 && count.failed === 0);
  if (!isSilent) return count;
  const reason = `${stage} did not run to its end (exit code ${code}).`;
  return { passed: count?.passed ?? 0, failed: 1, skipped: count?.skipped ?? 0, reasons: [reason] };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * The missing tool for a part of the run. On a developer's machine the part is skipped; in CI this is a failure.
 *
 * @returns null if it is available, after installing it where possible
 */
function missing(name: string, isPresent: () => boolean, leftOut: string): Count | null {
  const presence = ensure(name, isPresent);
  if (presence === 'present' || presence === 'installed') return null;
  const reason = `${name} is not here and ${presence === 'cannot install' ? 'only root can install it by apt' : 'apt could not install it'}: ${leftOut}.`;
  if (process.env.CI === 'true') return { passed: 0, failed: 1, skipped: 0, reasons: [reason] };
  process.stdout.write(`\n!! ${reason}\n\n`);
  return { passed: 0, failed: 0, skipped: 1, reasons: [] };
}

async function vitest(args: string[]): Promise<Count> {
  const isApi = args.length === 0 || args.some((arg) => /api/.test(arg));
  const absent = isApi ? missing('postgresql', hasPostgres, 'the API is tested on SQLite alone') : null;
  const file = `${RESULTS}/vitest.json`;
  rmSync(file, { force: true });
  const code = await run(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    beginsAt(vitestAt),
  );
  const json = readJson(file) as VitestResult | null;
  const counted = countOf(
    'vitest',
    code,
    json && {
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
      reasons: json.testResults.flatMap(({ name, message, assertionResults }) => [
        ...(message ? [`${name}: ${message}`] : []),
        ...assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`),
      ]),
    },
  );
  return absent ? both(counted, absent) : counted;
}

/** The fields of vitest's JSON report that are read here. */
interface VitestResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

let built: Promise<Count> | undefined;
/** Builds the pages once, if they are older than their sources. */
const build = (): Promise<Count> => (built ??= buildPages());

async function buildPages(): Promise<Count> {
  const { isBuilt } = await import('./build-state.ts');
  if (isBuilt()) return none;
  process.stdout.write('Building the pages…\n');
  const code = await run('node', ['scripts/build.ts']);
  return code === 0 ? none : countOf('The build', code, null);
}

async function playwright(args: string[]): Promise<Count> {
  const absent = missing('chromium', () => chromium() !== null, 'stories are left out; CHROME_PATH names another one');
  if (absent) return absent;
  // Without it the same stories take twice as long, in the full browser.
  ensure('chromium-headless-shell', () => headlessShell() !== chromium() || process.env.CHROME_PATH !== undefined);
  const noFirefox = isDeep ? missing('firefox-esr', () => firefox() !== null, 'its stories are left out') : null;
  // An earlier stage has counted the failed build.
  if ((await build()).failed > 0) return none;
  const file = `${RESULTS}/playwright.json`;
  rmSync(file, { force: true });
  for (const log of portalLogs()) rmSync(log);
  const code = await run('playwright', ['test', ...args, '--reporter=list,json'], {
    ...beginsAt(at),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const stats = (readJson(file) as { stats?: Record<string, number> } | null)?.stats;
  const count = stats && {
    passed: stats.expected ?? 0,
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
  };
  const counted = both(countOf('Playwright', code, count ?? null), noFirefox ?? none);
  const errors = portalLogs().flatMap((log) => readFileSync(log, 'utf8').match(/^.*"level":(50|60).*$/gm) ?? []);
  if (errors.length === 0) return counted;
  const logged = `The portal logged errors meanwhile:\n${errors.slice(0, 10).join('\n')}`;
  return both(counted, { passed: 0, failed: 1, skipped: 0, reasons: [logged] });
}

/** The table of sizes is indented. */
const isNoFigure = (line: string) => !line.startsWith('         ');

/** Types, lint, recipe and sizes; the unit tests have the structure. Its lines begin with its name: tests print beside it. */
function check(): Promise<Count> {
  const child = spawn(resolve(bin, 'node'), ['scripts/check.ts', '-structure'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      process.stdout.write(`check | ${line}\n`);
    });
  }
  return new Promise((done) => {
    const end = (code: number | null) =>
      done(
        code === 0
          ? none
          : {
              ...none,
              failed: 1,
              reasons: [`npm run check failed:\n${said.filter(isNoFigure).slice(-40).join('\n')}`],
            },
      );
    child.once('error', () => end(null));
    child.once('close', end);
  });
}

/** The check measures the size of pages, so they are built first. */
async function buildAndCheck(): Promise<Count> {
  const pages = await build();
  return pages.failed > 0 ? pages : check();
}

/** Known faults of packages. */
async function audit(): Promise<Count> {
  const code = await run('node', ['scripts/audit.ts']);
  return code === 0 ? none : { ...none, failed: 1, reasons: ['npm run audit found faults of packages.'] };
}

/** A minimal comparison with other frameworks: it runs, and all show the same page. Its figures are not evaluated. */
async function peers(): Promise<Count> {
  if ((await build()).failed > 0) return none;
  const code = await run('node', ['tests/bench/run.ts', '--only', 'peers', '--peers', '--quick']);
  return code === 0 ? none : { ...none, failed: 1, reasons: ['npm run bench -- --only peers --peers does not run.'] };
}

const both = (one: Count, other: Count): Count => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  reasons: [...(one.reasons ?? []), ...(other.reasons ?? [])],
});

const portalLogs = () =>
  readdirSync(RESULTS)
    .filter((name) => name.startsWith('portal-'))
    .map((name) => join(RESULTS, name));

const none: Count = { passed: 0, failed: 0, skipped: 0 };

type Stage = (args: string[]) => Promise<Count>;
/** Runs parts in parallel. */
const together =
  (...parts: Stage[]): Stage =>
  async (args) =>
    (await Promise.all(parts.map((part) => part(args)))).reduce(both, none);

const stages: Record<string, Stage[]> = {
  unit: [(args) => vitest(['--project', 'unit*', ...args])],
  api: [(args) => vitest(['--project', 'api', ...args])],
  e2e: [build, playwright],
  all: [together(vitest, build), playwright],
  ci: [together(vitest, buildAndCheck), playwright],
  deep: [audit, together(vitest, build), playwright, peers],
};

mkdirSync(RESULTS, { recursive: true });
let total = none;
for (const stage of stages[stageName] as Stage[]) total = both(total, await stage(toolArgs));
process.exitCode = total.failed > 0 ? 1 : 0;
for (const reason of total.reasons ?? []) process.stdout.write(`\n✗ ${reason.slice(0, 2_000)}\n`);
if (total.skipped > 0) process.stdout.write(`\n${total.skipped} skipped`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
