import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/spans.ts';
import type { Database } from '../../src/server/core/db/connection.ts';
import { gatherStatistics, refreshSoon } from '../../src/server/core/db/statistics.ts';
import { sqlitePath } from '../../src/server/data-dir.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { removeTraces } from '../../src/server/operate/privacy/retention.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

/** The number of rows that the planner thinks a table has; 0: it knows nothing. */
async function knownRows({ school }: TestSchool, table: string): Promise<number> {
  const { db, database } = school;
  if (database.engine === 'sqlite') {
    const { rows } = await sql<{ stat: string }>`select stat from sqlite_stat1 where tbl = ${table}`.execute(db);
    return Math.max(0, ...rows.map(({ stat }) => Number.parseInt(stat, 10)));
  }
  const { rows } = await sql<{ rows: number }>`select reltuples as rows from pg_class where relname = ${table}`.execute(
    db,
  );
  return Math.max(0, Number(rows[0]?.rows));
}

const addCodes = (portal: TestSchool, count: number, first = 10_000_000) =>
  portal.school.db
    .insertInto('postal_codes')
    .values(
      Array.from({ length: count }, (_, index) => ({
        cep: String(first + index),
        answer: '{}',
        fetched_at: portal.school.now().toISOString(),
      })),
    )
    .execute();

describe.each(engines)('statistics on %s', (engine) => {
  it('a new school has table statistics from its start', async () => {
    const portal = await openTestSchool(engine);
    expect(await knownRows(portal, 'parcelas')).toBeGreaterThan(10);
    await portal.close();
  });

  it('a job gathers statistics a minute after the start, and then once a day', async () => {
    const portal = await openTestSchool(engine, { demo: 'off' });
    await addCodes(portal, 40);
    await portal.worker.runOnce();
    expect(await knownRows(portal, 'postal_codes')).toBe(0);
    portal.clock.advance(MINUTE_MS);
    await portal.worker.runOnce();
    expect(await knownRows(portal, 'postal_codes')).toBe(40);
    await portal.school.db.deleteFrom('postal_codes').where('cep', '>=', '10000030').execute();
    portal.clock.advance(DAY_MS - 1);
    await portal.worker.runOnce();
    expect(await knownRows(portal, 'postal_codes')).toBe(40);
    portal.clock.advance(1);
    await portal.worker.runOnce();
    expect(await knownRows(portal, 'postal_codes')).toBe(30);
    await portal.close();
  });
});

it('after many imported rows a job gathers statistics at its next run, once an hour', async () => {
  const portal = await openTestSchool('sqlite', { demo: 'off' });
  await portal.worker.runOnce();
  portal.clock.advance(MINUTE_MS);
  await portal.worker.runOnce();
  const look = async () => {
    await portal.worker.runOnce();
    return knownRows(portal, 'postal_codes');
  };
  await addCodes(portal, 450);
  refreshSoon(portal.school);
  expect(await look()).toBe(0);
  portal.clock.advance(HOUR_MS);
  expect(await look()).toBe(450);
  expect((await addCodes(portal, 50, 50_000_000)).length).toBeGreaterThan(0);
  portal.clock.advance(2 * HOUR_MS);
  expect(await look()).toBe(450);
  refreshSoon(portal.school);
  expect(await look()).toBe(500);
  await portal.close();
});

describe.skipIf(inject('postgresUrl') === null)('a table of PostgreSQL that can not be looked at', () => {
  it('a table whose statistics fail does not prevent those of others, and no import fails', async () => {
    const portal = await openTestSchool('postgres', { demo: 'off' });
    const { db, database } = portal.school;
    await addCodes(portal, 10);
    const boom = (body: string) =>
      sql
        .raw(
          `create or replace function boom(text) returns text language plpgsql immutable as $$ begin ${body}; end $$`,
        )
        .execute(db);
    await boom('return $1');
    await sql`create index postal_codes_boom on postal_codes (boom(cep))`.execute(db);
    await boom("raise 'boom'");
    const [school] = await db
      .insertInto('schools')
      .values({ nome: 'Nova', marca: 'knn', cidade: 'Recife', uf: 'PE' })
      .returning('id')
      .execute();
    const unit = { nome: 'Centro', timezone: 'America/Recife', venda_direta_allow: false };
    await db
      .insertInto('companies')
      .values({ ...unit, escola_id: school?.id ?? 0 })
      .execute();
    await expect(gatherStatistics(database)).rejects.toThrow('boom');
    expect(await knownRows(portal, 'schools')).toBeGreaterThan(0);
    const lines = Array.from({ length: 500 }, (_, index) => `Centro;N${index};Aluno ${index};a${index}@carga.example`);
    const table = new TextEncoder().encode(['unidade;matricula;nome;email', ...lines].join('\n'));
    expect(await importTable(portal.school, kinds.alunos, table)).toMatchObject({ added: 500 });
    expect(await knownRows(portal, 'users')).toBe(500);
    await portal.close();
  });
});

/** A database whose reader beside the event loop fails at one table. */
const failingAt = (database: Database, table: string): Database =>
  Object.create(database, {
    longReads: {
      value: database.longReads.withPlugin({
        transformQuery({ node }) {
          const text = JSON.stringify(node);
          if (text.includes(table) && !text.includes('union all')) throw new Error('boom');
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    },
  });

describe('statistics of one SQLite file', () => {
  it('a large unreadable table prevents neither statistics of others nor emptying the log', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-statistics-'));
    const portal = await openTestSchool('sqlite', { env: { DATA_DIR: folder } });
    const { db } = portal.school;
    const database = failingAt(portal.school.database, 'a_large');
    for (const name of ['a_large', 'postal_later']) {
      await sql.raw(`create table ${name} (id integer primary key, text text)`).execute(db);
      await sql
        .raw(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)
          insert into ${name} select i, 'x' from n`)
        .execute(db);
    }
    await expect(gatherStatistics(database)).rejects.toThrow('boom');
    expect([await knownRows(portal, 'a_large'), await knownRows(portal, 'postal_later')]).toEqual([0, 500]);
    const { id } = await addAccount(portal);
    const at = portal.school.now().toISOString();
    await db.insertInto('erasures').values({ user_id: id, created_at: at, due_at: at, done_at: at }).execute();
    const log = () => statSync(`${sqlitePath({ DATA_DIR: folder })}-wal`).size;
    expect(log()).toBeGreaterThan(0);
    await expect(removeTraces({ ...portal.school, database })).rejects.toThrow('boom');
    expect(log()).toBe(0);
    await portal.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['of a file', true],
    ['of a database in memory', false],
  ])('statistics %s are exact for a large table, and equal to those of a full ANALYZE', async (_of, isFile) => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-statistics-'));
    const portal = await openTestSchool('sqlite', { ...(isFile && { env: { DATA_DIR: folder } }), demo: 'off' });
    const { db, database } = portal.school;
    const run = (text: string) => sql.raw(text).execute(db);
    await run(`create table bills (id integer primary key, user_id integer, state text, due text, code text unique,
      part text not null, check (state <> ', where (x'))`);
    await run('create index bills_of_user on bills (user_id, state)');
    await run('create index "bills by day" on bills (due desc, state)');
    await run("create index bills_open on bills (state, due) where state = 'open' and user_id in (1, 2, 3)");
    await run('create index bills_part on bills (substr(part, 1, 2), coalesce(user_id, 0))');
    await run('create table alone (id integer primary key, text text)');
    await run(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
      insert into bills select i, i / 10, iif(i % 3, 'open', 'paid'), '2030-01-' || (10 + i % 20),
        iif(i % 2, null, 'c' || i), 'p' || (i % 70) from n`);
    await run('insert into alone select id, state from bills');
    const known = async () =>
      (await sql`select tbl, idx, stat from sqlite_stat1 where tbl in ('bills', 'alone') order by tbl, idx`.execute(db))
        .rows;
    await gatherStatistics(database);
    const own = await known();
    await run('pragma analysis_limit = 0');
    await run('analyze');
    expect(own).toEqual(await known());
    expect(own).toHaveLength(6);
    await portal.close();
    rmSync(folder, { recursive: true });
  });

  it('a start does not count a large table with known statistics again', async () => {
    const portal = await openTestSchool('sqlite', { demo: 'off' });
    const { database } = portal.school;
    await addCodes(portal, 1_000);
    await gatherStatistics(database);
    await addCodes(portal, 1_000, 50_000_000);
    await gatherStatistics(database, 'unknown');
    expect(await knownRows(portal, 'postal_codes')).toBe(1_000);
    await sql`create index postal_codes_age on postal_codes (fetched_at)`.execute(portal.school.db);
    await gatherStatistics(database, 'unknown');
    expect(await knownRows(portal, 'postal_codes')).toBe(2_000);
    await portal.close();
  });

  it('another open connection plans by new statistics after its next query', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-statistics-'));
    const portal = await openTestSchool('sqlite', { env: { DATA_DIR: folder }, demo: 'off' });
    const other = new SqliteDatabase(sqlitePath({ DATA_DIR: folder }));
    const run = (text: string) => sql.raw(text).execute(portal.school.db);
    await run('create table bills (id integer primary key, user_id integer, state integer, due integer)');
    await run('create index bills_of_user on bills (user_id)');
    await run('create index bills_of_state on bills (state, due)');
    await run(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000)
      insert into bills (id, user_id, state, due) select i, i / 10, 0, i from n`);
    const query = 'explain query plan select * from bills where user_id = +1 and state = +0 and due > +0';
    const plan = () => other.prepare(query).all();
    /** Reads on the writing connection. */
    const ownPlan = async () => JSON.stringify((await sql.raw(query).execute(portal.school.db)).rows);
    expect(JSON.stringify(plan())).toContain('bills_of_state');
    expect(await ownPlan()).toContain('bills_of_state');
    await gatherStatistics(portal.school.database);
    // EXPLAIN does not check the file for changes: the query before it does.
    other.prepare('select count(*) from bills').get();
    expect(JSON.stringify(plan())).toContain('bills_of_user');
    expect(await ownPlan()).toContain('bills_of_user');
    other.close();
    await portal.close();
    rmSync(folder, { recursive: true });
  });
});
