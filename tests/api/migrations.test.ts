import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openDatabase } from '../../src/server/db/connection.ts';
import { migrate, type Tell } from '../../src/server/db/migrate.ts';
import { openPool } from '../../src/server/db/postgres.ts';
import { addAccount } from '../support/accounts.ts';
import { addCoupon, addOrder } from '../support/orders.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const REBUILDS = ['0050-sums-and-schools', '0110-search-text-filled', '0112-counts-of-students-filled'];
const patient = { interval: 20, timeout: 20_000 };

const forget = (db: Kysely<never>) => sql`delete from schema_steps where name in (${sql.join(REBUILDS)})`.execute(db);

/** Where triggers keep something else than they should: sums of the club, the school of a person, what a search reads. */
async function kept(portal: TestSchool) {
  const { db } = portal.school;
  const sums = await sql<{ key: string; kept: number; counted: number }>`
    select key, sum(kept) as kept, sum(counted) as counted from (
      select company_id || ' ' || hora || ' ' || contra as key, pontos as kept, 0 as counted from point_sums
      union all
      select coalesce(company_id, 0) || ' ' || substr(point_entries.criado_em, 1, 13) || ' ' || contra, 0, pontos
      from point_entries join users on users.id = user_id left join drive_users on drive_users.id = drive_user_id
      where status = 'confirmada'
      union all
      select coalesce(company_id, 0) || ' ' || coalesce(substr(club_since, 1, 13), '9999-12-31T23') || ' membro', 0, 1
      from users left join drive_users on drive_users.id = drive_user_id where is_club = 1
    ) as both_ways group by key having sum(kept) <> sum(counted)`.execute(db);
  const strangers = await sql`select users.id from users left join drive_users on drive_users.id = users.drive_user_id
    left join companies on companies.id = drive_users.company_id
    where coalesce(users.school_id, 0) <> coalesce(companies.escola_id, 0)`.execute(db);
  const unfilled = await sql`select id from users where search_text is null`.execute(db);
  const uncounted = await sql`select users.id from users where is_without_class <> case when
    exists (select 1 from drive_users where drive_users.id = users.drive_user_id and papel = 'aluno' and encerrado_em is null)
    and not exists (select 1 from turma_alunos where user_id = users.id and status = 'ativa')
    then 1 else 0 end`.execute(db);
  return [...sums.rows, ...strangers.rows, ...unfilled.rows, ...uncounted.rows];
}

describe.each(allEngines)('a database that an earlier version of a step filled, on %s', (engine) => {
  it('gets the sums and the schools that it should have', async () => {
    const portal = await openTestSchool(engine);
    const { db } = portal.school;
    const { id } = await addAccount(portal, { is_club: true });
    expect(await kept(portal)).toEqual([]);
    // As when an older portal wrote between the filling and the triggers.
    await sql`delete from point_sums where contra = 'membro'`.execute(db);
    await sql`update point_sums set pontos = pontos + 7`.execute(db);
    await db.updateTable('users').set({ school_id: 2 }).where('id', '=', id).execute();
    if (engine === 'postgres') {
      await db.updateTable('users').set({ search_text: null, is_without_class: false }).where('id', '=', id).execute();
    }
    expect(await kept(portal)).not.toEqual([]);
    await forget(db as never);
    const said: Parameters<Tell>[0][] = [];
    expect(await migrate(db, engine, undefined, (facts) => void said.push(facts))).toEqual(REBUILDS);
    expect(await kept(portal)).toEqual([]);
    const done = REBUILDS.map((step) => ({ step, ms: expect.any(Number) }));
    expect(said).toEqual([{ steps: REBUILDS.length }, ...done]);
    await portal.close();
  });
});

describe.each(allEngines)('coupons that get their school’s name, on %s', (engine) => {
  it('keep their uses, products, orders and numbers', async () => {
    const portal = await openTestSchool(engine);
    const { db } = portal.school;
    const coupon = await addCoupon(portal);
    const { order } = await addOrder(portal, { cupom: coupon.name });
    await db.insertInto('cupom_produtos').values({ cupom_id: coupon.id, product_id: 1 }).execute();
    const rows = async () => [
      await db.selectFrom('cupons').selectAll().orderBy('id').execute(),
      await db.selectFrom('cupom_usos').selectAll().orderBy('cupom_id').orderBy('user_id').execute(),
      await db.selectFrom('cupom_produtos').selectAll().execute(),
      await db.selectFrom('pedidos').select(['id', 'cupom_id']).orderBy('id').execute(),
    ];
    const before = await rows();
    expect(before[3]).toContainEqual({ id: order.id, cupom_id: coupon.id });
    const gone = await addCoupon(portal);
    await db.deleteFrom('cupons').where('id', '=', gone.id).execute();
    await sql`drop index cupons_name`.execute(db);
    if (engine === 'postgres') {
      await sql`alter table cupons add constraint cupons_name_key unique (name)`.execute(db);
    }
    await sql`delete from schema_steps where name = '0079-coupons-by-school'`.execute(db);
    expect(await migrate(db, engine)).toEqual(['0079-coupons-by-school']);
    expect(await rows()).toEqual(before);
    expect((await addCoupon(portal)).id).toBeGreaterThan(gone.id);
    if (engine === 'sqlite') expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
    await portal.close();
  });
});

describe.skipIf(inject('postgresUrl') === null)('steps beside an older portal that goes on serving', () => {
  let portal: TestSchool;
  let older: pg.Pool;
  beforeAll(async () => {
    portal = await openTestSchool('postgres');
    older = connect(null);
  });
  afterAll(async () => {
    await older.end();
    await portal.close();
  });
  const urlOf = () => portal.school.config.DATABASE_URL as string;
  /** One connection. It may outlive `end` by a moment, in which the database is dropped. */
  const connect = (patience: number | null) => openPool(urlOf(), 1, patience, () => undefined);
  /** How many queries of steps wait for a lock. `older` would see the same during its whole transaction. */
  const waiting = async (like: string) => {
    const found = await sql`select 1 from pg_stat_activity
      where datname = current_database() and query like ${like} and wait_event_type = 'Lock'`.execute(portal.school.db);
    return found.rows.length;
  };
  const someone = (column: string) =>
    `(select max(${column}) from users where drive_user_id is not null and school_id = 1)`;

  it.each([
    ['moves points', `update point_entries set pontos = pontos + 1 where id = (select max(id) from point_entries)`],
    ['moves an enrolment', `update drive_users set company_id = 103 where id = ${someone('drive_user_id')}`],
    ['moves a unit', 'update companies set escola_id = 2 where id = 101'],
    ['makes a member', `update users set is_club = 1 - is_club where id = ${someone('id')}`],
  ])('sums and schools wait for one that %s, and count it', async (_what, statement) => {
    await forget(portal.school.db as never);
    await older.query(`begin; ${statement}`);
    const steps = migrate(portal.school.db, 'postgres');
    await expect.poll(() => waiting('do $$%lock table%'), patient).toBe(1);
    await older.query('commit');
    await steps;
    expect(await kept(portal)).toEqual([]);
  });

  it('an index is made while others write, and while another process waits for its turn', async () => {
    const other = connect(2_000);
    const beside = openDatabase({ DATABASE_URL: urlOf(), DATA_DIR: ':memory:' }, null, () => undefined);
    const { db } = portal.school;
    await sql`update pg_index set indisvalid = false where indexrelid = to_regclass('users_pieces')`.execute(db);
    await sql`update users set search_text = null, is_without_class = 0 where id <> 1`.execute(db);
    await sql`drop index users_seen`.execute(db);
    await forget(db as never);
    await sql`insert into schema_steps (name, ran_at) values (${REBUILDS[0]}, '2026')`.execute(db);
    await older.query('begin; update users set phone = phone where id = 1');
    const processes = [db, beside.db].map((each) => ({ each, tell: vi.fn<Tell>() }));
    const both = Promise.all(processes.map(({ each, tell }) => migrate(each, 'postgres', undefined, tell)));
    await expect.poll(() => waiting('%index concurrently%'), patient).toBe(1);
    expect((await other.query('update users set phone = phone where id = 2')).rowCount).toBe(1);
    await older.query('commit');
    expect((await both).flat().sort()).toEqual(REBUILDS.slice(1));
    // Who waited says so once, however often it asks for the lock. Either may come first, and both may wait in turn.
    const waits = processes.map(({ tell }) => tell.mock.calls.filter(([, words]) => words.includes('waits')).length);
    expect(Math.max(...waits)).toBe(1);
    const broken = await sql`select indexrelid::regclass::text as name from pg_index where not indisvalid`.execute(db);
    const made = await sql<{ name: string }>`select indexname as name from pg_indexes
      where indexname in ('users_grams', 'users_pieces', 'users_seen') order by 1`.execute(db);
    expect(await kept(portal)).toEqual([]);
    await other.end();
    await beside.close();
    expect(broken.rows).toEqual([]);
    expect(made.rows.map(({ name }) => name)).toEqual(['users_pieces', 'users_seen']);
  });

  it('who waits for a table keeps nobody waiting behind', async () => {
    const other = connect(2_000);
    await forget(portal.school.db as never);
    await older.query('begin; update users set phone = phone where id = 1');
    const steps = migrate(portal.school.db, 'postgres');
    await expect.poll(() => waiting('do $$%lock table%'), patient).toBe(1);
    expect((await other.query('update companies set escola_id = escola_id where id = 101')).rowCount).toBe(1);
    await older.query('commit');
    await steps;
    await other.end();
  });

  it('a lock for each of many new people is not taken', async () => {
    const { db } = portal.school;
    const locks = await db.transaction().execute(async (tx) => {
      await sql`insert into drive_users (company_id, matricula, nome, papel)
        select 101, 'L' || n, 'Lia', 'aluno' from generate_series(1, 50) as n`.execute(tx);
      await sql`insert into users (drive_user_id, full_name, email, email_key, password_hash, created_at, is_club)
        select id, nome, matricula || '@l.example', matricula || '@l.example', '', '2026-01-01', 1 from drive_users
        where nome = 'Lia'`.execute(tx);
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(
        tx,
      );
      return rows.length;
    });
    expect(locks).toBe(0);
    expect(await kept(portal)).toEqual([]);
  });
});
