import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOf } from '../rehearsal/releases.ts';
import { SECRET, withPostgres } from './measure.ts';
import { ms, type Row } from './report.ts';

const MAX_NAMED = 5;

/**
 * Duration of the migrations at the first start after an update from an older version, on both engines.
 *
 * @param commit the older version; it has to work with the current packages
 * @returns a row for all steps of each engine, and one for each of the longest
 */
export async function migrations(commit: string, students: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  const sources = join(folder, 'sources');
  copyOf(commit, sources);
  const upgraded = (engine: string, url?: string) => {
    const env = {
      ...process.env,
      ...(url && { DATABASE_URL: url }),
      DATA_DIR: join(folder, engine),
      SECRET,
      NODE_ENV: 'production',
      DEMO: 'on',
      LOG_LEVEL: 'fatal',
      DATABASE_TIMEOUT_MS: '600000',
    };
    execFileSync(process.execPath, ['scripts/seed-load.ts', '--students', String(students)], { cwd: sources, env });
    return rowsOf(`${engine}, ${students.toLocaleString('en')} students`, stepsOf(env));
  };
  try {
    return [...upgraded('sqlite'), ...((await withPostgres(async (url) => upgraded('postgres', url))) ?? [])];
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', sources]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns milliseconds by step, as `migrate` prints them */
function stepsOf(env: NodeJS.ProcessEnv): Map<string, number> {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/migrate.ts'], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return new Map([...stderr.matchAll(/^(\d{4}-\S+): (\d+) ms$/gm)].map(([, name = '', took]) => [name, Number(took)]));
}

function rowsOf(what: string, steps: ReadonlyMap<string, number>): Row[] {
  const longest = [...steps].toSorted(([, a], [, b]) => b - a).slice(0, MAX_NAMED);
  const all = [...steps.values()].reduce((sum, took) => sum + took, 0);
  const row = (name: string, took: number): Row => ({
    what: name,
    figure: ms(took),
    yardstick: '',
    ratio: '',
    aim: '',
  });
  return [row(`${what}: ${steps.size} steps`, all), ...longest.map(([name, took]) => row(name, took))];
}
