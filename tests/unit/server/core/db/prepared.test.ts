import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../../src/server/core/db/connection.ts';
import { prepared, preparedOne } from '../../../../../src/server/core/db/prepared.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase({ DATA_DIR: ':memory:' }, null, () => {});
  await sql`create table postal_codes (cep text primary key, answer text, fetched_at text)`.execute(database.db);
  const rows = ['1', '2', '3'].map((cep) => ({ cep, answer: `of ${cep}`, fetched_at: '2030-01-01' }));
  await database.db.insertInto('postal_codes').values(rows).execute();
});
afterAll(() => database.close());

it('a prepared query is built once for each length of its list and binds new values at each call', async () => {
  let built = 0;
  const find = prepared((db, codes: readonly string[], after: string) => {
    built += 1;
    return db.selectFrom('postal_codes').select('answer').where('cep', 'in', codes).where('cep', '>', after);
  });
  const answers = async (codes: string[], after: string) =>
    (await find(database.db, codes, after)).map(({ answer }) => answer);
  expect(await answers(['1', '2'], '0')).toEqual(['of 1', 'of 2']);
  expect(await answers(['3', '2'], '2')).toEqual(['of 3']);
  expect(built).toBe(1);
  expect(await answers(['1', '2', '3'], '1')).toEqual(['of 2', 'of 3']);
  expect(built).toBe(2);
});

it('preparedOne returns undefined when no row matches', async () => {
  const find = preparedOne((db, cep: string) => db.selectFrom('postal_codes').select('answer').where('cep', '=', cep));
  expect(await find(database.db, '3')).toEqual({ answer: 'of 3' });
  expect(await find(database.db, '4')).toBeUndefined();
});

it('a prepared query refuses to compute with its values', async () => {
  const find = prepared((db, cep: string) =>
    db.selectFrom('postal_codes').select('answer').where('cep', '=', `${cep}x`),
  );
  await expect(find(database.db, '3')).rejects.toThrow('must use its values as they are');
});

it('on a SQLite file a prepared query sees committed writes and reads booleans', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prepared-'));
  const file = openDatabase({ DATA_DIR: folder }, null, () => {});
  try {
    await sql`create table notification_preferences (user_id integer, category text, enabled integer)`.execute(file.db);
    const read = prepared((db, user: number) =>
      db.selectFrom('notification_preferences').select(['category', 'enabled']).where('user_id', '=', user),
    );
    const add = (db: typeof file.db, category: string, enabled: boolean) =>
      db.insertInto('notification_preferences').values({ user_id: 1, category, enabled }).execute();
    await add(file.db, 'aulas', true);
    expect(await read(file.db, 1)).toEqual([{ category: 'aulas', enabled: true }]);
    await file.db.transaction().execute(async (trx) => {
      await add(trx, 'notas', false);
      expect(await read(trx, 1)).toHaveLength(2);
      expect(await read(file.db, 1)).toHaveLength(1);
    });
    expect(await read(file.db, 1)).toContainEqual({ category: 'notas', enabled: false });
  } finally {
    await file.close();
    rmSync(folder, { recursive: true });
  }
});
