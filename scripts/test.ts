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
import { pathToFileURL } from 'node:url';
import { chromium, ensure, firefox, hasPostgres, headlessShell } from './test-tools.ts';

// Runs every test and ends with one line that counts them: `npm test`, `npm test e2e -- tests/e2e/tour.e2e.ts`.
// `npm test unit -- --at 2028-02-29T23:50Z` runs unit or API tests as if they began then: none depends on its day.
// `npm test ci` also runs `npm run check`, which counts as one more failure when it fails.

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed and why. It is said once more at the end, for a reader who sees only the last lines. */
  reasons?: string[];
}

const RESULTS = '.cache/test';
const bin = resolve('node_modules/.bin');

const MEMORY = '/dev/shm';
/** The tests of the API were seen to hold 0.4 GB. Containers often have a few megabytes. */
const ROOM = 2 * 1024 ** 3;

/**
 * Makes the folder of what tests write and throw away, in memory where there is room: a disk takes ten times as long to
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

/** Removes the folder of a run that was broken off. That of another user stays. */
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

/**
 * What this shell or `.env` says to a portal, such as `DATABASE_URL`, is not meant for those of the tests. An empty setting
 * counts as none, and stands before that of the file.
 */
function noSettings(): Record<string, string | undefined> {
  const named = readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm);
  const empty = [...named].map(([, name = '']) => [name, '']);
  return { ...Object.fromEntries(empty), CREDENTIALS_DIRECTORY: '', NODE_ENV: undefined };
}

const env = {
  ...process.env,
  ...noSettings(),
  CI: 'true',
  PATH: bin + delimiter + process.env.PATH,
  TMPDIR: scratchFolder(),
  // Tests start about three hundred portals: from the second on, each reads the code that the first one compiled.
  NODE_COMPILE_CACHE: resolve('.cache/compiled'),
};

/** Takes `--at <instant>` out of the arguments and moves the clock of all that runs. */
function shiftClock(args: string[]): string[] {
  const place = args.indexOf('--at');
  if (place < 0) return args;
  const begins = Date.parse(args[place + 1] ?? '');
  if (Number.isNaN(begins)) throw new Error('--at wants an instant, such as 2028-02-29T23:50Z.');
  Object.assign(env, {
    CLOCK_SHIFT_MS: String(begins - Date.now()),
    NODE_OPTIONS: `--import ${pathToFileURL('tests/support/shifted-clock.ts')}`,
  });
  return args.toSpliced(place, 2);
}

/** Runs a test tool with visible output and returns its exit code. */
function run(name: string, args: string[], more: Record<string, string> = {}): Promise<number> {
  const child = spawn(resolve(bin, name), args, { env: { ...env, ...more }, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((done) => {
    child.once('error', () => done(1));
    child.once('close', (code) => done(code ?? 1));
  });
}

/** A stage counts as one failure if it ends badly without a failed test, or runs no test. */
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

async function vitest(args: string[]): Promise<Count> {
  if (ensure('postgresql', hasPostgres) === 'failed to install') {
    process.stdout.write('PostgreSQL could not be installed: the API is tested on SQLite alone.\n');
  }
  const file = `${RESULTS}/vitest.json`;
  rmSync(file, { force: true });
  const code = await run('vitest', [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const json = readJson(file) as VitestResult | null;
  return countOf(
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
}

/** What vitest's report in JSON says, as far as it is read here. */
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

async function playwright(args: string[]): Promise<Count> {
  const presence = ensure('chromium', () => chromium() !== null);
  if (presence === 'cannot install') {
    process.stdout.write(
      '\nNo Chromium here and no right to install one: e2e is SKIPPED. Set CHROME_PATH to run it.\n',
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  if (presence === 'failed to install') return countOf('Installing Chromium', 1, null);
  // Without it the same stories take twice as long, in the whole browser.
  ensure('chromium-headless-shell', () => headlessShell() !== chromium() || process.env.CHROME_PATH !== undefined);
  if (ensure('firefox-esr', () => firefox() !== null) === 'failed to install') {
    return countOf('Installing Firefox', 1, null);
  }
  const { isBuilt } = await import('./build-state.ts');
  if (!isBuilt()) {
    process.stdout.write('Building the pages…\n');
    const built = await run('node', ['scripts/build.ts']);
    if (built !== 0) return countOf('The build', built, null);
  }
  const file = `${RESULTS}/playwright.json`;
  rmSync(file, { force: true });
  for (const log of portalLogs()) rmSync(log);
  const code = await run('playwright', ['test', ...args, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const stats = (readJson(file) as { stats?: Record<string, number> } | null)?.stats;
  const count = stats && {
    passed: stats.expected ?? 0,
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
  };
  const counted = countOf('Playwright', code, count ?? null);
  const errors = portalLogs().flatMap((log) => readFileSync(log, 'utf8').match(/^.*"level":(50|60).*$/gm) ?? []);
  if (errors.length === 0) return counted;
  const logged = `The portal logged errors meanwhile:\n${errors.slice(0, 10).join('\n')}`;
  return both(counted, { passed: 0, failed: 1, skipped: 0, reasons: [logged] });
}

/**
 * Types, lint, recipe and sizes; the unit tests have the structure. All is printed at the end, because the tests print
 * meanwhile.
 */
function check(): Promise<Count> {
  const child = spawn(resolve(bin, 'node'), ['scripts/check.ts', '-structure'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk));
  return new Promise((done) => {
    const end = (code: number | null) => {
      process.stdout.write(`\n── npm run check\n${said}`);
      const isFailed = code !== 0;
      const reasons = isFailed ? [`npm run check failed:\n${said.slice(-2_000)}`] : [];
      done({ passed: 0, failed: isFailed ? 1 : 0, skipped: 0, reasons });
    };
    child.once('error', () => end(null));
    child.once('close', end);
  });
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

type Stage = (args: string[]) => Promise<Count>;
const stages: Record<string, Stage[]> = {
  unit: [(args) => vitest(['--project', 'unit*', ...args])],
  api: [(args) => vitest(['--project', 'api', ...args])],
  e2e: [playwright],
  all: [vitest, playwright],
  // Each half leaves a part of two cores idle. The check builds the pages before e2e needs them.
  ci: [async (args) => both(...(await Promise.all([vitest(args), check()]))), playwright],
};

// npm takes `--` away. Who runs this file itself may leave it: Playwright would visit every page then.
const [wanted = 'all', ...rest] = process.argv.slice(2).filter((arg) => arg !== '--');
const chosen = Object.hasOwn(stages, wanted) ? stages[wanted] : undefined;
if (!chosen) {
  process.stderr.write(`No stage is called ${wanted}: unit, api, e2e or ci.\n`);
  process.exit(2);
}
mkdirSync(RESULTS, { recursive: true });
let total: Count = { passed: 0, failed: 0, skipped: 0 };
const args = shiftClock(rest);
for (const stage of chosen) total = both(total, await stage(args));
process.exitCode = total.failed > 0 ? 1 : 0;
for (const reason of total.reasons ?? []) process.stdout.write(`\n✗ ${reason.slice(0, 2_000)}\n`);
if (total.skipped > 0) process.stdout.write(`\n${total.skipped} skipped`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
