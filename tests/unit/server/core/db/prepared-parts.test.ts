import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../../src/server/core/db/connection.ts';
import { preparedParts } from '../../../../../src/server/core/db/prepared-parts.ts';

let database: Database;
const sent: string[] = [];
beforeAll(async () => {
  database = openDatabase(
    { DATA_DIR: ':memory:' },
    null,
    () => {},
    ({ sql: text }) => void sent.push(text),
  );
  const { db } = database;
  await sql`create table notification_preferences (user_id integer, category text, enabled integer)`.execute(db);
  const rows = ['b', 'a', 'c'].map((category) => ({ user_id: 1, category, enabled: category === 'a' }));
  await db.insertInto('notification_preferences').values(rows).execute();
});
afterAll(() => database.close());

const read = preparedParts((db, user: number, after: string) => ({
  count: db
    .selectFrom('notification_preferences')
    .select(({ fn }) => fn.countAll<number>().as('many'))
    .where('user_id', '=', user),
  rows: db
    .selectFrom('notification_preferences')
    .select(['category', 'enabled'])
    .where('user_id', '=', user)
    .where('category', '>', after)
    .orderBy('category', 'desc'),
}));

it('all parts are read by one statement, each in its order and with booleans', async () => {
  sent.length = 0;
  expect(await read(database.db, 1, '')).toEqual({
    count: [{ many: 3 }],
    rows: [
      { category: 'c', enabled: false },
      { category: 'b', enabled: false },
      { category: 'a', enabled: true },
    ],
  });
  expect(await read(database.db, 1, 'b')).toMatchObject({ rows: [{ category: 'c' }] });
  expect(sent).toHaveLength(2);
});

it('a part without rows is an empty list', async () => {
  expect(await read(database.db, 2, '')).toEqual({ count: [{ many: 0 }], rows: [] });
});

it('a part that does not name its columns is refused on SQLite', async () => {
  const all = preparedParts((db) => ({ rows: db.selectFrom('notification_preferences').selectAll() }));
  await expect(all(database.db)).rejects.toThrow();
});
