import { sql } from 'kysely';
import pino from 'pino';
import { expect, inject, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/server/config.ts';
import { migrate } from '../../src/server/core/db/migrate.ts';
import { openPool } from '../../src/server/core/db/postgres.ts';
import { deleteExpiredTokens } from '../../src/server/identity/auth/tokens.ts';
import { people } from '../../src/server/operate/seed/people.ts';
import { openSchool } from '../../src/server/school.ts';
import { SECRET } from '../support/bare-env.ts';
import { createDatabase } from '../support/databases.ts';
import { engines, openTestSchool } from '../support/school.ts';

const onPostgres = it.skipIf(inject('postgresUrl') === null);

onPostgres('S13 concurrent processes on an empty database all start, and seed it once', async () => {
  const { url, drop } = await createDatabase();
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url, SECRET });
  const log = pino({ level: 'silent' });
  const opened = await Promise.allSettled(
    Array.from({ length: 4 }, () => openSchool(config, log, { backgroundWork: false })),
  );
  const failures = opened.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  const running = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const users = await running[0]?.school.db.selectFrom('users').select('id').execute();
  await Promise.all(running.map((each) => each.close()));
  await drop();
  expect(failures).toEqual([]);
  expect(users).toHaveLength(people.length);
});

onPostgres('counts of guesses are shared by the processes, and deleted when they expire', async () => {
  const { url, drop } = await createDatabase();
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url, SECRET });
  const log = pino({ level: 'silent' });
  const one = await openSchool(config, log, { backgroundWork: false });
  const two = await openSchool(config, log, { backgroundWork: false });
  // Its connections may outlive `end` by a moment, in which the database is dropped.
  const database = openPool(url, 1, null, () => undefined);
  const counted = async () =>
    (await database.query('select key from rate_limits order by key')).rows.map(({ key }) => key);

  await one.school.limits.take('verification-mail', '1');
  await expect(two.school.limits.take('verification-mail', '1')).rejects.toMatchObject({ status: 429 });
  await one.school.limits.take('verification-mail', '2');
  await database.query("update rate_limits set expire = 1 where key like '%:1'");
  await deleteExpiredTokens(one.school);
  const left = await counted();
  await two.school.limits.take('verification-mail', '1');

  await database.end();
  await Promise.all([one.close(), two.close()]);
  await drop();
  expect(left).toEqual(['verification-mail:2']);
});

it.each(engines)('D20 an older program refuses a database that a newer one has changed, on %s', async (engine) => {
  const portal = await openTestSchool(engine, { demo: 'off' });
  const { db } = portal.school;
  expect(await migrate(db, engine)).toEqual([]);
  await sql`insert into schema_steps (name, ran_at) values ('9999-future', '2099-01-01')`.execute(db);
  const refused = await migrate(db, engine).catch((error: unknown) => error);
  await portal.close();
  expect(refused).toBeInstanceOf(ConfigError);
  expect(String(refused)).toMatch(/versão mais nova do portal já usou este banco.*9999-future/);
});
