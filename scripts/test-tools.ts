import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** The browser that e2e tests drive: `CHROME_PATH`, or the one of the system. */
export const chromium = (): string | null =>
  [process.env.CHROME_PATH, ...BROWSERS].find((path) => path && existsSync(path)) ?? null;

const SHELL = '/usr/bin/chromium-headless-shell';

/** Headless Chromium, if Debian has it and no other browser is configured. */
export const headlessShell = (): string | null => (!process.env.CHROME_PATH && existsSync(SHELL) ? SHELL : chromium());

/** The second browser, for what Chromium cannot show offline: `FIREFOX_PATH`, or the one of the system. */
export const firefox = (): string | null =>
  [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path)) ??
  null;

export function hasPostgres(): boolean {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).map((version) => join(packaged, version, 'bin')) : [];
  return [...versions, ...(process.env.PATH ?? '').split(delimiter)].some((folder) =>
    existsSync(join(folder, 'initdb')),
  );
}

/** The source of a tool, or why it is missing. */
export type Presence = 'present' | 'installed' | 'cannot install' | 'failed to install';

/**
 * A freshly booted machine checks for updates and holds apt's locks meanwhile. For the lock of the package lists apt
 * does not wait.
 */
const TRIES = 6;
const PATIENT = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];

/** Installs a Debian package that a test stage needs, if the process is root and has apt-get. */
export function ensure(name: string, isPresent: () => boolean): Presence {
  if (isPresent()) return 'present';
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return 'cannot install';
  process.stdout.write(`Installing ${name}…\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const get = (...words: string[]) =>
    spawnSync('apt-get', ['-qq', ...PATIENT, ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  for (let tries = 1; !get('update') && tries < TRIES; tries += 1) spawnSync('sleep', ['5']);
  if (!get('install', '-y', '--no-install-recommends', name)) return 'failed to install';
  return isPresent() ? 'installed' : 'failed to install';
}
