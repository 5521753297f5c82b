import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What the next version adds to the schema: a column of people. */
const TABLES = 'src/server/identity/people/tables.ts';
const COLUMN = "rehearsed: integer().nullable().retained().since('9999-rehearsal'),";

/** Builds the release of the sources in `folder`. @returns its archive */
function release(folder: string, out: string): string {
  const node = process.execPath;
  const said = execFileSync(node, ['scripts/release.ts', '--out', out], { cwd: folder, encoding: 'utf8' });
  const archive = said.split('\n').find((line) => line.endsWith('.tar.gz'));
  if (!archive) throw new Error(`No archive was built:\n${said}`);
  return archive;
}

/** A second copy of the sources of a commit, with the packages of this one. */
export function copyOf(commit: string, folder: string): void {
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', folder, commit], { stdio: 'ignore' });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}

/**
 * The release of these sources, and the one that follows it: the same with a higher version and one more column. With `from` (an archive, or a commit that has the release script) the first is that release, and these sources
 * follow it.
 */
export function buildReleases(room: string, from: string | undefined): { old: string; next: string } {
  if (from?.endsWith('.tar.gz')) return { old: resolve(from), next: release('.', join(room, 'next')) };
  const other = join(room, 'sources');
  copyOf(from ?? 'HEAD', other);
  try {
    if (from !== undefined) return { old: release(other, join(room, 'old')), next: release('.', join(room, 'next')) };
    const manifest = JSON.parse(readFileSync(join(other, 'package.json'), 'utf8')) as { version: string };
    writeFileSync(join(other, 'package.json'), JSON.stringify({ ...manifest, version: following(manifest.version) }));
    const text = readFileSync(join(other, TABLES), 'utf8').replace(
      /^ *token_version: /m,
      (column) => `${COLUMN}\n${column}`,
    );
    writeFileSync(join(other, TABLES), text);
    return { old: release('.', join(room, 'old')), next: release(other, join(room, 'next')) };
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', other]);
  }
}

function following(version: string): string {
  const [major, minor, patch] = version.split('.').map(Number);
  return `${major}.${minor}.${(patch ?? 0) + 1}`;
}
