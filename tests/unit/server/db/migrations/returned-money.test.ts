import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { columns } from '../../../../../src/server/db/columns.ts';
import { returnedMoney } from '../../../../../src/server/db/migrations/0108-returned-money.ts';

it('locks the tables of money before it changes one, in the order in which a payment takes them', async () => {
  const asked: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      asked.push(query.sql);
    },
  });
  await returnedMoney.up(db, columns('postgres'), db);
  expect(asked[0]?.match(/lock table \w+/g)).toEqual(
    ['parcelas', 'charges', 'refunds'].map((name) => `lock table ${name}`),
  );
});
