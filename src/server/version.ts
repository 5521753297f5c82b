import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Version = z.object({ version: z.string(), commit: z.string(), date: z.string() });

/** The running version. An unknown part is `unknown`. */
export type Version = z.infer<typeof Version>;

const root = fileURLToPath(new URL('../../', import.meta.url));
const UNKNOWN = 'unknown';
const SHORT = 12;
/** Limit, so that a slow disk does not delay a start. */
const MAX_MS = 2_000;

/**
 * Reads which version a folder holds: from the `release.json` of a release, else from `package.json` and the last commit
 * of a clone. `commit` has 12 digits, `date` is the day of that commit.
 */
export function readVersion(folder: string): Version {
  const released = Version.safeParse(readJson(`${folder}release.json`));
  if (released.success) return released.data;
  const { version } = Version.pick({ version: true })
    .catch({ version: UNKNOWN })
    .parse(readJson(`${folder}package.json`));
  return { version, ...(existsSync(`${folder}.git`) ? lastCommit(folder) : { commit: UNKNOWN, date: UNKNOWN }) };
}

function lastCommit(folder: string): Omit<Version, 'version'> {
  try {
    const args = ['-C', folder, 'log', '-1', `--abbrev=${SHORT}`, '--format=%h %cs'];
    const [commit = UNKNOWN, date = UNKNOWN] = execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: MAX_MS,
    })
      .trim()
      .split(' ');
    return { commit, date };
  } catch {
    return { commit: UNKNOWN, date: UNKNOWN };
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** The version of this program. */
export const runningVersion: Version = readVersion(root);

/** The version in one line: `0.1.0 (0cba6c4e1a2b)`. */
export const versionText = ({ version, commit }: Version): string => `${version} (${commit})`;
