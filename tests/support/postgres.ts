import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../scripts/free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a temporary PostgreSQL server, without a database name; null if none is installed. */
    postgresUrl: string | null;
    /** A folder of the run with SQLite files that tests copy. */
    images: string;
  }
}

const PACKAGED = '/usr/lib/postgresql';
/** The server refuses to run as root; its packages create this user. */
const SERVER_USER = 'postgres';

/** Makes a place for the databases of a run of the API tests, with a private PostgreSQL, and deletes it after. */
export default async function setup(project: TestProject): Promise<() => void> {
  const images = mkdtempSync(join(tmpdir(), 'portal-images-'));
  project.provide('images', images);
  const stop = await startPostgres(project);
  return () => {
    stop();
    rmSync(images, { recursive: true, force: true });
  };
}

async function startPostgres(project: TestProject): Promise<() => void> {
  const binaries = findBinaries();
  if (!binaries) {
    console.warn('\n!! PostgreSQL is not installed (initdb, pg_ctl): the API tests run on SQLite ALONE.\n');
    project.provide('postgresUrl', null);
    return () => {};
  }
  const directory = mkdtempSync(join(tmpdir(), 'portal-pg-'));
  const data = join(directory, 'data');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(directory, idOf('-u'), idOf('-g'));
  const run = (name: string, ...rest: string[]) => {
    const command = [join(binaries, name), ...rest];
    const [file = '', ...args] = isRoot ? ['runuser', '-u', SERVER_USER, '--', ...command] : command;
    execFileSync(file, args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const port = await freePort();
  // Temporary data need not survive a crash, and no other server copies it.
  const hasty = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'wal_level=minimal',
    'max_wal_senders=0',
  ];
  const given = [...hasty, 'autovacuum=off', 'listen_addresses=127.0.0.1', 'max_connections=200'];
  const settings = `-p ${port} -k ${directory} ${given.map((each) => `-c ${each}`).join(' ')}`;
  run('initdb', '-D', data, '-U', SERVER_USER, '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync');
  run('pg_ctl', '-D', data, '-w', '-l', join(directory, 'log'), '-o', settings, 'start');
  project.provide('postgresUrl', `postgres://${SERVER_USER}@127.0.0.1:${port}`);
  return () => {
    run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
    rmSync(directory, { recursive: true, force: true });
  };
}

function findBinaries(): string | null {
  const packaged = existsSync(PACKAGED)
    ? readdirSync(PACKAGED)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(PACKAGED, version, 'bin'))
    : [];
  const directories = [...packaged, ...(process.env.PATH ?? '').split(delimiter)];
  return directories.find((each) => existsSync(join(each, 'initdb')) && existsSync(join(each, 'pg_ctl'))) ?? null;
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, SERVER_USER], { encoding: 'utf8' }));
