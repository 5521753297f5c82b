import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { updatePwa } from '../../src/lib/contract/devices.ts';
import type { Db } from '../../src/server/core/db/connection.ts';
import { createReadiness } from '../../src/server/core/db/readiness.ts';
import { onBehalfOf, WriteQueue } from '../../src/server/core/db/write-queue.ts';
import { createDatabase, sharedDatabase } from '../support/databases.ts';
import { late } from '../support/late.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { silentProxy } from '../support/silent-proxy.ts';

const ANA = 1;
const DAVI = 4;

/** A SQLite file, since what is in memory has one connection. */
async function openOnDisk(engine: (typeof engines)[number]) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-fairness-'));
  const portal = await openTestSchool(engine, { env: { DATA_DIR: folder } });
  return {
    portal,
    async remove() {
      await portal.close().finally(() => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

/** Locks the row of a user in a transaction until the returned function ends it. */
const hold = (portal: TestSchool, userId: number) =>
  holdWhat(portal, (tx) =>
    tx
      .updateTable('users')
      .set((row) => ({ id: row.ref('id') }))
      .where('id', '=', userId)
      .execute(),
  );

async function holdWhat({ school }: TestSchool, write: (tx: Db) => Promise<unknown>) {
  let end = () => {};
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const done = school.db.transaction().execute(async (tx) => {
    await write(tx);
    isHeld();
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await held;
  return async () => {
    end();
    await done;
  };
}

const rated = (palavra_id: number, feita_em: string) => ({ palavra_id, nota: 3, tempo_ms: 900, feita_em });
/** Rates one word, so many seconds ago, and again each second before that. */
const review = async (portal: TestSchool, as: number, seconds = 0, times = 1) => {
  const word = await portal.school.db
    .selectFrom('palavras')
    .innerJoin('unidades', 'unidades.id', 'palavras.unidade_id')
    .innerJoin('user_books', 'user_books.livro_id', 'unidades.livro_id')
    .where('user_books.user_id', '=', as)
    .select('palavras.id')
    .orderBy('palavras.id')
    .executeTakeFirstOrThrow();
  const body = Array.from({ length: times }, (_, time) =>
    rated(word.id, new Date(portal.clock.now.getTime() - (seconds + time) * 1000).toISOString()),
  );
  return portal.ops.practice.saveReviews({ revisoes: body }, { as });
};

describe.each(engines)('fairness and failures on %s (S13)', (engine) => {
  let portal: TestSchool;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ portal, remove } = await openOnDisk(engine));
  });
  afterAll(() => remove());
  /** Seconds ago at which nothing was rated yet. */
  let since = 0;
  const me = (as: number) => portal.call(getMe, {}, { as });

  it('C16 people with waiting writes do not delay others, and excess writes are refused with a message', async () => {
    const end = await hold(portal, ANA);
    const sent = Array.from({ length: 130 }, (_, index) => review(portal, ANA, index));
    const [others, refused] = await Promise.all([me(DAVI), Promise.race(sent)]);
    expect(others.status).toBe(200);
    expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('ao mesmo tempo')]);
    expect(refused.headers.get('retry-after')).toBe('2');
    if (engine === 'postgres')
      expect((await portal.call(updatePwa, { body: { pwa_installed: true } }, { as: DAVI })).status).toBe(200);
    await end();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(Map.groupBy(statuses, (status) => status).get(200)).toHaveLength(128);
    expect(Map.groupBy(statuses, (status) => status).get(429)).toHaveLength(2);
  });

  it('C16 each of many concurrent writers is served before anybody is served twice', async () => {
    const people = [1, 2, 3, 4, 5];
    const end = await hold(portal, 7);
    const served: number[] = [];
    const sent = people.flatMap((id) =>
      [1, 2, 3].map(() =>
        portal.call(updatePwa, { body: { pwa_installed: true } }, { as: id }).then(() => served.push(id)),
      ),
    );
    // Reads are not delayed, so all requests wait for the writer when this is answered.
    await me(DAVI);
    await end();
    await Promise.all(sent);
    if (engine === 'sqlite') expect(new Set(served.slice(0, people.length)).size).toBe(people.length);
    expect(served.toSorted()).toEqual(people.flatMap((id) => [id, id, id]));
  });

  it('a person reads the own writes at once', async () => {
    for (let time = 0; time < 20; time += 1) {
      await portal.school.db
        .updateTable('users')
        .set({ full_name: `Ana ${time}` })
        .where('id', '=', ANA)
        .execute();
      const row = await portal.school.db
        .selectFrom('users')
        .select('full_name')
        .where('id', '=', ANA)
        .executeTakeFirst();
      expect(row?.full_name).toBe(`Ana ${time}`);
    }
  });

  it.each(engine === 'sqlite' ? ['read-only', 'full', 'full by single rows'] : ['53100', '25006'])(
    'C16 a database that refuses writes (%s) is reported in a message, and reads still work',
    async (how) => {
      since += 1_000;
      const readiness = createReadiness(portal.school.database, { DATA_DIR: ':memory:' });
      expect(await readiness()).toBe('ready');
      const heal = await (engine === 'sqlite' ? spoilFile(portal, how) : spoilServer(portal, how));
      const later = createReadiness(portal.school.database, { DATA_DIR: ':memory:' });
      // SQLite ends a transaction by itself where a statement of one row finds no room.
      const isByRows = how === 'full by single rows';
      let failed = await review(portal, ANA, since, isByRows ? 1 : 200);
      while (isByRows && failed.status === 200) {
        since += 1;
        failed = await review(portal, ANA, since);
      }
      expect([failed.status, failed.body.detail]).toEqual([503, expect.stringMatching(/não consegue gravar/)]);
      expect((await me(ANA)).status).toBe(200);
      if (!how.startsWith('full')) expect(await later()).toBe('database takes nothing in');
      expect(portal.errors.splice(0).join()).toContain('database takes nothing in');
      await heal();
      expect((await review(portal, ANA, since + 1, 200)).status).toBe(200);
      expect(await createReadiness(portal.school.database, { DATA_DIR: ':memory:' })()).toBe('ready');
    },
  );

  it('C16 jobs and messages that a call starts use their own request slots, not the caller’s', async () => {
    const { school, worker, sender, close } = await openTestSchool(engine, { demo: 'off' });
    const lanes = new WriteQueue(1_000_000, 1);
    await onBehalfOf(ANA, () => lanes.enter());
    const enter = WriteQueue.prototype.enter;
    const written: Promise<string>[] = [];
    const watch = vi.spyOn(WriteQueue.prototype, 'enter').mockImplementation(function (this: WriteQueue) {
      const isFree = enter.call(lanes).then(
        () => 'nobody',
        () => 'Ana',
      );
      written.push(isFree);
      return enter.call(this);
    });
    onTestFinished(() => watch.mockRestore());
    for (const { what, wake } of [
      { what: worker, wake: school.wake },
      { what: sender, wake: school.wakeSender },
    ]) {
      written.length = 0;
      what.start();
      await onBehalfOf(ANA, async () => wake());
      await expect.poll(() => written.length, { timeout: 10_000 }).toBeGreaterThan(0);
      await what.stop();
      expect(new Set(await Promise.all(written))).toEqual(new Set(['nobody']));
    }
    await close();
  });

  it('C16 a process that waits long for another writer stays ready', async () => {
    const { env, remove: drop } = await sharedDatabase(engine);
    const busy = await openTestSchool(engine, { env });
    const waiting = await openTestSchool(engine, { env: { ...env, DATABASE_TIMEOUT_MS: '400' } });
    const end = await holdWhat(busy, (tx) => sql`update schema_steps set ran_at = ran_at`.execute(tx));
    const gaveUp = Promise.withResolvers<void>();
    let looks = 0;
    const readiness = createReadiness(waiting.school.database, { DATA_DIR: ':memory:' }, () => {
      looks += 1;
      if (looks === 2) gaveUp.resolve();
      return 0;
    });
    // The wait for another process on one file ends between two checks of the clock.
    let time = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 6_000));
    onTestFinished(() => clock.mockRestore());
    expect(await readiness()).toBe('ready');
    await gaveUp.promise;
    clock.mockRestore();
    expect(await readiness()).toBe('ready');
    expect(looks).toBe(3);
    await end();
    await Promise.all([busy.close(), waiting.close()]);
    await drop();
  });
});

/** @returns a function that repairs it */
async function spoilFile({ school: { db } }: TestSchool, how: string): Promise<() => Promise<void>> {
  const pragma = (text: string) => sql.raw(`pragma ${text}`).execute(db);
  if (how === 'read-only') {
    await pragma('query_only = on');
    return async () => void (await pragma('query_only = off'));
  }
  await sql`create table if not exists filling (bytes blob)`.execute(db);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await pragma(`max_page_count = ${rows[0]?.page_count}`);
  // Pages that are free are taken too.
  const fill = () => sql`insert into filling values (zeroblob(4000))`.execute(db);
  const isFull = () =>
    fill().then(
      () => false,
      () => true,
    );
  while (!(await isFull()));
  return async () => void (await pragma('max_page_count = 1000000'));
}

async function spoilServer({ school: { db } }: TestSchool, code: string): Promise<() => Promise<void>> {
  await sql
    .raw(
      `create function spoilt() returns trigger as $$ begin raise exception 'spoilt' using errcode = '${code}'; end $$ language plpgsql`,
    )
    .execute(db);
  for (const table of ['revisoes', 'schema_steps']) {
    await sql.raw(`create trigger spoilt before insert or update on ${table} execute function spoilt()`).execute(db);
  }
  return async () => void (await sql`drop function spoilt() cascade`.execute(db));
}

const onPostgres = describe.skipIf(inject('postgresUrl') === null);

onPostgres('a PostgreSQL that hangs', () => {
  async function openBehindProxy(timeout: string) {
    const { url, drop } = await createDatabase();
    const proxy = await silentProxy(url);
    const portal = await openTestSchool('sqlite', { env: { DATABASE_URL: proxy.url, DATABASE_TIMEOUT_MS: timeout } });
    return {
      proxy,
      portal,
      close: () =>
        portal
          .close()
          .finally(() => proxy.close())
          .finally(drop),
    };
  }

  it('C16 S12 readiness fails within two seconds, calls answer 503 with a message, and both recover', async () => {
    const { portal, proxy, close } = await openBehindProxy('1500');
    const token = await portal.tokenOf(ANA);
    const readiness = createReadiness(portal.school.database, { DATA_DIR: ':memory:' });
    expect(await readiness()).toBe('ready');
    proxy.silence();
    const both = Promise.all([readiness(), readiness()]);
    expect(await Promise.race([both, late(2_000)])).toEqual(['database unreachable', 'database unreachable']);
    const { status, body } = await portal.call(getMe, {}, { token });
    expect([status, body.detail]).toEqual([503, expect.stringContaining('Tente de novo em instantes')]);
    const written = await portal.call(updatePwa, { body: { pwa_installed: true } }, { token });
    expect(written.status).toBe(503);
    proxy.speak();
    expect((await portal.call(getMe, {}, { token })).status).toBe(200);
    expect((await portal.call(updatePwa, { body: { pwa_installed: true } }, { token })).status).toBe(200);
    expect(await readiness()).toBe('ready');
    await close();
  });

  it('C16 a row that another process locks too long gives a 503 with a message, not an endless call', async () => {
    const { portal, close } = await openBehindProxy('1500');
    const end = await hold(portal, ANA);
    const { status, body } = await review(portal, ANA);
    await end();
    expect([status, body.detail]).toEqual([503, expect.stringContaining('Tente de novo em instantes')]);
    await expect(sql`select pg_sleep(5)`.execute(portal.school.db)).rejects.toMatchObject({ code: '57014' });
    await close();
  });
});
