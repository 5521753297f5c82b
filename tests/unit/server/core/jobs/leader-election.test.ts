import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { electLeader } from '../../../../../src/server/core/jobs/leader-election.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('an unreadable lease is logged once', async () => {
  class Away extends DummyDriver {
    override acquireConnection(): never {
      throw new Error('no such table');
    }
  }
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Away(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const said: { level: number; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line)) });
  const database = { db, longReads: db, engine: 'postgres', close: async () => {} } as never;
  const lead = electLeader({ database, log }, () => undefined);
  lead.start();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toMatchObject([{ level: 40, msg: expect.stringContaining('perhaps no other does') }]);
  await lead.stop();
});
