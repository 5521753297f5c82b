import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '../../src/server/core/db/connection.ts';
import { prepared } from '../../src/server/core/db/prepared.ts';
import { createDatabase } from '../support/databases.ts';

const find = prepared((db, cep: string) => db.selectFrom('postal_codes').selectAll().where('cep', '=', cep));
const OFTEN = 3;
const row = { cep: '1', answer: 'of 1', fetched_at: '2030-01-01' };

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL plans a query of every request once', () => {
  let [database, drop] = [null as unknown as Database, async () => {}];
  /** Reads run one after the other, so one connection serves all of them. */
  const stored = async () => {
    const plans = sql<{ statement: string }>`pg_prepared_statements`.as('plans');
    return (await database.db.selectFrom(plans).select('statement').execute()).map(({ statement }) => statement);
  };
  beforeEach(async () => {
    const made = await createDatabase();
    drop = made.drop;
    database = openDatabase({ DATABASE_URL: made.url, DATA_DIR: ':memory:' }, null, () => {});
    await sql`create table postal_codes (cep text primary key, answer text, fetched_at text)`.execute(database.db);
    await database.db.insertInto('postal_codes').values(row).execute();
  });
  afterEach(async () => {
    await database.close();
    await drop();
  });

  const findOften = async () => {
    for (let time = 0; time < OFTEN; time += 1) expect(await find(database.db, '1')).toEqual([row]);
  };

  it('a frequent query keeps one plan for all values, but a pattern search does not', async () => {
    expect(await find(database.db, '1')).toEqual([row]);
    expect(await stored()).toEqual([]);
    await findOften();
    expect(await find(database.db, '2')).toEqual([]);
    await database.db.selectFrom('postal_codes').select('answer').execute();
    for (const start of ['a%', 'b%', 'c%', 'd%']) {
      await database.db.selectFrom('postal_codes').select('cep').where('cep', 'like', start).execute();
    }
    expect(await stored()).toEqual(['select * from "postal_codes" where "cep" = $1']);
  });

  it('a transaction plans each query anew, because an outdated plan would abort it', async () => {
    await database.db.transaction().execute(async (trx) => {
      for (let time = 0; time <= OFTEN; time += 1) expect(await find(trx, '1')).toEqual([row]);
      const { rows } = await sql`select 1 from pg_prepared_statements`.execute(trx);
      expect(rows).toEqual([]);
    });
  });

  it('stored plans survive a schema change', async () => {
    await findOften();
    await sql`alter table postal_codes add column note text`.execute(database.db);
    expect(await find(database.db, '1')).toEqual([{ ...row, note: null }]);
    expect(await find(database.db, '2')).toEqual([]);
  });

  it('stored plans survive a pooler that drops them', async () => {
    await findOften();
    // A read by its form. What it does stands for a pooler that gives another connection.
    await sql`create function forget() returns int language plpgsql as 'begin deallocate all; return 1; end'`.execute(
      database.db,
    );
    await database.db.selectFrom(sql<{ forget: number }>`forget()`.as('f')).selectAll().execute();
    expect(await find(database.db, '1')).toEqual([row]);
    expect(await stored()).toEqual([]);
  });
});
