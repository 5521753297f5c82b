import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { ConfigError } from '../../src/server/config.ts';
import type { Column } from '../../src/server/core/db/columns.ts';
import { type Engine, openDatabase } from '../../src/server/core/db/connection.ts';
import { statementsOf } from '../../src/server/core/db/ddl.ts';
import { migrate, type Report, stepsOf } from '../../src/server/core/db/migrate.ts';
import { renamedColumns } from '../../src/server/core/db/renames.ts';
import { BASELINE, laterSteps, steps } from '../../src/server/core/db/steps.ts';
import type { Table } from '../../src/server/core/db/table.ts';
import { tables } from '../../src/server/tables.ts';
import { addAccount } from '../support/accounts.ts';
import { allRows } from '../support/all-rows.ts';
import { createDatabase } from '../support/databases.ts';
import { fillEveryTable } from '../support/marked-person.ts';
import { takeBack } from '../support/schema-of-0-1-0.ts';
import { columnsOf } from '../support/schema-walk.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

/** Rows where triggers stored wrong values: sums of the club, school of a person, search text. */
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

/** Columns and indexes as a query of the database's own catalogue has them. */
async function catalogue({ school: { db } }: TestSchool, engine: Engine): Promise<unknown[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql`select t.name, c.name as of, c.type, c."notnull", c.dflt_value, c.pk from sqlite_master as t
        join pragma_table_info(t.name) as c where t.type = 'table' and t.name not like 'people_grams%'
        union all select name, tbl_name, sql, 0, null, 0 from sqlite_master where type in ('index', 'trigger') order by 1, 2`
    : sql`select table_name as name, column_name as of, data_type || ' ' || coalesce(character_maximum_length, 0) as type,
        is_nullable as needed, column_default as initial from information_schema.columns where table_schema = 'public'
        union all select indexname, tablename, indexdef, '', '' from pg_indexes where schemaname = 'public' order by 1, 2`
  ).execute(db);
  return rows;
}

/** A row in every table whose columns had other names in 0.1.0. */
async function addRenamedRows(portal: TestSchool): Promise<void> {
  const { db } = portal.school;
  const at = '2026-03-02T10:00:00.000Z';
  const { id } = await addAccount(portal);
  await fillEveryTable(portal, await columnsOf(portal), id);
  const key = { escola_id: 1, user_id: id, nome: 'ERP', key_hash: 'x', final: 'abcd', tabelas: '[]', created_at: at };
  const { id: key_id } = await db.insertInto('api_keys').values(key).returning('id').executeTakeFirstOrThrow();
  const hook = {
    escola_id: 1,
    key_id,
    url: 'https://erp.example',
    eventos: '[]',
    segredo: 'x',
    pos: 0,
    created_at: at,
  };
  const { id: webhook_id } = await db.insertInto('webhooks').values(hook).returning('id').executeTakeFirstOrThrow();
  const done = { kind: 'pessoas', status: 'entregue', http_status: 204 } as const;
  await db
    .insertInto('webhook_deliveries')
    .values({ ...done, webhook_id, codigo: 'x', assunto: 1, em: at, created_at: at, queued_at: at, due_at: at })
    .execute();
  await db
    .insertInto('promo_versions')
    .values({ pagina: 'knn-orlando', valores: '{}', publica_em: at, created_at: at })
    .execute();
  const bonus = { audience: '{}', alvo: 'Todos', pontos: 1, motivo: 'x', status: 'dado', created_at: at } as const;
  await db.insertInto('point_batches').values(bonus).execute();
  await db.insertInto('livro_lotes').values({ livro_id: 1, company_id: 101, quantidade: 2, created_at: at }).execute();
  const receiver = { recebedor: 'x', documento_mascarado: 'x', instituicao: 'x', cidade: 'x', ajustes: 'x' };
  await db
    .insertInto('payment_accounts')
    .values({ ...receiver, company_id: 101, kind: 'pix-bcb', created_at: at, encerrada_em: at })
    .execute();
  for (const table of Object.keys(renamedColumns))
    expect((await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)).rows, table).toHaveLength(1);
}

const later = steps.map(({ name }) => name).filter((name) => name !== BASELINE);

/** A database that records other steps. @param names in place of the baseline */
async function recordSteps({ school: { db } }: TestSchool, names: readonly string[]): Promise<void> {
  await sql`delete from schema_steps`.execute(db);
  for (const name of [...names, ...later])
    await sql`insert into schema_steps (name, ran_at) values (${name}, '2026')`.execute(db);
}

describe.each(allEngines)('the schema on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it('S15 has the tables and columns that are described, and no other', async () => {
    const found = new Map(
      (await columnsOf(portal))
        .filter(({ table }) => !['schema_steps', 'rate_limits'].includes(table))
        .map((column) => [`${column.table}.${column.name}`, column]),
    );
    const described = Object.entries<Table>(tables).flatMap(([table, { columns }]) =>
      Object.entries(columns).map(([name, { facts }]) => ({ table, name, facts })),
    );
    expect([...found.keys()].sort()).toEqual(described.map(({ table, name }) => `${table}.${name}`).sort());
    for (const { table, name, facts } of described) {
      const { kind, length, isRequired, isSerial, references } = found.get(`${table}.${name}`) ?? {};
      const [target, key] = facts.reference?.column.split('.') ?? [];
      // SQLite keeps the column length of the baseline, and enforces none.
      const type = (engine === 'sqlite' && facts.typeBefore) || facts.type;
      const max = /\((\d+)\)/.exec(type)?.[1];
      expect({ kind, length, isRequired, isSerial, references }, `${table}.${name}`).toEqual({
        kind: /text|char/.test(facts.type) ? 'text' : 'number',
        length: max === undefined ? null : Number(max),
        isRequired: !facts.isNullable,
        // SQLite auto-increments every integer primary key.
        isSerial:
          facts.isId === true ||
          (engine === 'sqlite' && facts.type === 'integer' && name === 'id' && facts.isPrimaryKey === true),
        references: target === undefined ? null : { table: target, column: key },
      });
    }
  });

  it('S15 has the indexes that are described, and no other', async () => {
    const { rows } = await (engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and sql is not null`
      : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'
          and indexname not in (select conname from pg_constraint)`
    ).execute(portal.school.db);
    const described = Object.values<Table>(tables).flatMap(({ indexes = {}, uniqueIndexes = {} }) =>
      Object.entries({ ...indexes, ...uniqueIndexes }).flatMap(([name, index]) =>
        typeof index === 'object' && index.until ? [] : [name],
      ),
    );
    // Differences of the engines: a JSON field, and the trigrams that PostgreSQL searches.
    const own = ['users_guardian_cpf', 'users_guardian_email', ...(engine === 'postgres' ? ['users_pieces'] : [])];
    expect(rows.map(({ name }) => name).sort()).toEqual([...described, ...own].sort());
  });

  it('triggers update sums, schools, search texts and the mark of people without a class', async () => {
    const { db } = portal.school;
    const { id } = await addAccount(portal, { is_club: true });
    expect(await kept(portal)).toEqual([]);
    await sql`drop trigger ${sql.raw(engine === 'sqlite' ? 'point_sums_person_changed' : 'point_sums_person_changed on users')}`.execute(
      db,
    );
    await db.updateTable('users').set({ is_club: false }).where('id', '=', id).execute();
    expect(await kept(portal)).not.toEqual([]);
  });

  it('steps after the baseline give the same schema as a new table', async () => {
    const { db } = portal.school;
    const bare = db as unknown as Kysely<unknown>;
    const { id, nome: name, cidade } = tables.schools.columns;
    const pupils = (nickname: Column<unknown>): Record<string, Table> => ({
      pupils: {
        privacy: { impersonal: 'teste' },
        columns: { id, name, nickname },
        indexes: { pupils_name: '(name)', pupils_nickname: '(nickname)' },
      },
    });
    const make = async (described: Record<string, Table>) => {
      for (const statement of statementsOf(described, engine).tables) await sql.raw(statement).execute(db);
      for (const step of laterSteps(described, []))
        await db.transaction().execute((tx) => step.up(tx as unknown as Kysely<unknown>, engine, bare));
      await sql`insert into pupils (name) values ('Ana')`.execute(db);
      const made = JSON.stringify(
        (await catalogue(portal, engine)).filter((row) => /pupils/.test(JSON.stringify(row))),
      );
      await sql`drop table pupils`.execute(db);
      return made.replaceAll(/\s*,\s*|\\"|"/g, ' ');
    };
    const later = pupils(cidade.nullable().since('0201-nickname'));
    expect(laterSteps(later, []).map((step) => step.name)).toEqual(['0201-nickname', '0201-nickname-indexes']);
    expect(await make(later)).toBe(await make(pupils(cidade.nullable())));
  });

  it('a database of the last 0.1.0 is migrated with all its rows, and columns get their new names', async () => {
    const { db } = portal.school;
    await addRenamedRows(portal);
    const read = async () => [await allRows(portal, ['schema_steps']), await catalogue(portal, engine)] as const;
    const before = await read();
    await takeBack(portal.school, engine);
    await recordSteps(portal, ['0001-people', '0112-counts-of-students', '0112-counts-of-students-filled']);
    const ofLeads = async () =>
      (await columnsOf(portal)).flatMap(({ table, name }) => (table === 'leads' ? [name] : []));
    expect(await ofLeads()).toContain('estado');
    expect(await migrate(db, engine)).toEqual([]);
    expect(await stepsOf(db)).toEqual([BASELINE, ...later]);
    expect(await read()).toEqual(before);
    expect(await ofLeads()).toContain('status');
    // Triggers work with the new names.
    await db.updateTable('sync_changes').set({ pos: 1 }).execute();
    await db.updateTable('leads').set({ status: 'em_contato' }).execute();
    const noted = db.selectFrom('sync_changes').select('kind').distinct().where('pos', 'is', null);
    expect(await noted.execute()).toEqual([{ kind: 'contatos' }]);
  });

  it('a database of the last 0.1.0 stays unchanged if its migration fails', async () => {
    await takeBack(portal.school, engine);
    await recordSteps(portal, ['0112-counts-of-students-filled']);
    await sql`alter table usa_turmas rename column estado to other`.execute(portal.school.db);
    const before = await catalogue(portal, engine);
    await expect(migrate(portal.school.db, engine)).rejects.toThrow(/estado/);
    expect(await catalogue(portal, engine)).toEqual(before);
    await sql`alter table usa_turmas rename column other to estado`.execute(portal.school.db);
    expect(await migrate(portal.school.db, engine)).toEqual([]);
  });

  it('a database of an older version is refused with a message that says what to do, and stays unchanged', async () => {
    const older = ['0001-people', '0111-erasures-done'];
    await recordSteps(portal, older);
    const refused = await migrate(portal.school.db, engine).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toMatch(/uma vez com a última 0\.1\.0.*e depois com esta/);
    expect(await stepsOf(portal.school.db)).toEqual([...older, ...later]);
    await recordSteps(portal, [BASELINE]);
  });
});

describe.skipIf(inject('postgresUrl') === null)('on PostgreSQL', () => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool('postgres');
  });
  afterAll(() => portal.close());

  it('of two concurrent starts one creates the schema, and the other waits and says so once', async () => {
    const { url, drop } = await createDatabase();
    const open = () => openDatabase({ DATABASE_URL: url, DATA_DIR: ':memory:' }, null, () => undefined);
    const both = [open(), open()].map((database) => ({ ...database, tell: vi.fn<Report>() }));
    const ran = await Promise.all(both.map(({ db, tell }) => migrate(db, 'postgres', undefined, tell)));
    const waits = both.map(({ tell }) => tell.mock.calls.filter(([, words]) => words.includes('waits')).length);
    for (const { close } of both) await close();
    await drop();
    expect(ran.flat().sort()).toEqual([BASELINE, ...later]);
    expect(Math.max(...waits)).toBe(1);
  });

  it('many new people do not take a lock each', async () => {
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
