import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import {
  type Database,
  type Db,
  type Engine,
  openCopy,
  openDatabase,
  type QueryLog,
} from '../../src/server/core/db/connection.ts';
import { sqlitePath } from '../../src/server/data-dir.ts';
import { openSchool } from '../../src/server/school.ts';
import { SECRET } from './bare-env.ts';

type Demo = 'on' | 'off';

/** A database of one test, opened with these settings. */
export interface OwnDatabase {
  /** null: `opened` is the database. */
  url?: string;
  opened?: Database;
  drop(): Promise<void>;
}

/**
 * A database that a school has opened before: a copy of the one that the first test of this run makes, because a new
 * one takes longer than most tests. Classes of the demo school begin and end at quarters of an hour, and it stays the
 * same in between.
 */
export async function copyDatabase(engine: Engine, demo: Demo, at: Date, onQuery?: QueryLog): Promise<OwnDatabase> {
  if (engine === 'sqlite') return { opened: openCopy(await image(demo, at), onQuery), drop: async () => {} };
  const made = await createDatabase(await template(demo, at));
  if (!onQuery) return made;
  let isOver = false;
  const fail = (error: Error) => {
    // A closed pool does not wait for its last messages, which may arrive after the database was dropped.
    if (!isOver) throw error;
  };
  const drop = () => {
    isOver = true;
    return made.drop();
  };
  const opened = openDatabase({ DATABASE_URL: made.url, DATA_DIR: ':memory:' }, null, fail, onQuery);
  return { ...made, drop, opened };
}

const nameOf = (demo: Demo, at: Date) => `demo_${demo}_${Math.floor(at.getTime() / 900_000)}`;

async function image(demo: Demo, at: Date): Promise<Buffer> {
  const path = join(inject('images'), nameOf(demo, at));
  if (!existsSync(path)) {
    const made = `${path}-${randomBytes(6).toString('hex')}`;
    await makeSchool({ DATA_DIR: ':memory:' }, demo, at, (db) => sql`vacuum into ${made}`.execute(db));
    // Another worker may make the same copy at the same time.
    renameSync(made, path);
  }
  return readFileSync(path);
}

async function template(demo: Demo, at: Date): Promise<string> {
  const name = nameOf(demo, at);
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(1)');
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return;
    await client.query(`create database making_${name}`);
    await makeSchool({ DATABASE_URL: `${inject('postgresUrl')}/making_${name}` }, demo, at);
    await client.query(`alter database making_${name} rename to ${name}`);
  });
  return name;
}

async function makeSchool(
  where: Record<string, string>,
  demo: Demo,
  at: Date,
  use: (db: Db) => Promise<unknown> = async () => {},
): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', SECRET, DEMO: demo, ...where });
  const { school, close } = await openSchool(config, pino({ level: 'error' }), {
    backgroundWork: false,
    now: () => at,
  });
  await use(school.db).finally(close);
}

/** A new database on the test server, with its address: empty, or a copy of another one. */
export async function createDatabase(template = 'template1'): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `portal_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  return {
    url: `${inject('postgresUrl')}/${name}`,
    drop: async () => void (await onServer((client) => client.query(`drop database ${name} with (force)`))),
  };
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** A copy of the demo school that several processes open with the same settings. */
export async function sharedDatabase(
  engine: Engine,
): Promise<{ env: Record<string, string>; remove(): Promise<void> }> {
  const now = new Date();
  if (engine === 'postgres') {
    const { url, drop } = await createDatabase(await template('on', now));
    return { env: { DATABASE_URL: url }, remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'portal-shared-'));
  writeFileSync(sqlitePath({ DATA_DIR: folder }), await image('on', now));
  return { env: { DATA_DIR: folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}
