import { type Kysely, sql } from 'kysely';
import { formerTables, tables } from '../../tables.ts';
import type { Engine } from './connection.ts';
import { changingSteps, statementsOf } from './ddl.ts';
import { jsonText } from './json-text.ts';
import { moveMessages } from './move-messages.ts';
import type { Table } from './table.ts';
import { addClassSearch, classSearchTriggers } from './triggers/class-search.ts';
import { triggerStatements } from './triggers/index.ts';
import { addOpenBills, openBillTriggers } from './triggers/open-bill-sums.ts';
import { addGuardianSearch, civilNameTriggers, guardianSearchTriggers } from './triggers/search-text.ts';

/** One step of the schema. */
export interface Step {
  name: string;
  /** @param outside the same database outside the step's transaction, only for `create index concurrently` */
  up(db: Kysely<unknown>, engine: Engine, outside: Kysely<unknown>): Promise<void>;
}

export const BASELINE = '0200-baseline';

/** The descriptions of tables, including what a later step drops. */
export const described: Record<string, Table> = { ...tables };
for (const [name, former] of Object.entries<Table>(formerTables)) {
  const { columns = {}, indexes = {}, ...table } = described[name] ?? former;
  described[name] = {
    ...table,
    columns: { ...former.columns, ...columns },
    indexes: { ...indexes, ...former.indexes },
  };
}

/** Everything that no later step adds. */
const baseline: Step = {
  name: BASELINE,
  async up(db, engine) {
    await run(db, statementsOf(described, engine).tables);
    await sql`create index users_guardian_cpf on users (${jsonText(engine, 'guardian', 'cpf')})
      where guardian is not null`.execute(db);
    await run(db, triggerStatements(engine));
    // Rate-limit counts, which processes share.
    if (engine === 'postgres') {
      await run(db, [
        'create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)',
      ]);
    }
  },
};

/**
 * Steps that do more than add what is described: they move data, or fill a column. A released step is never edited. What a step
 * of the same name adds by `since` exists before it runs. A step that works `outside` needs a name of its own, because the
 * transaction that adds columns locks their table.
 *
 * What a description drops by `until` exists until the step of that name has run, so the step can move its rows. New databases
 * run these steps too, after a baseline that includes what they drop. No step changes a column's type.
 */
const writtenSteps: readonly Step[] = [
  { name: '0202-messages', up: moveMessages },
  {
    name: '0203-home',
    // A school with students has already completed its first steps.
    up: (db) =>
      sql`update schools set setup_closed_at = ${new Date().toISOString()} where exists (select 1 from companies
        join drive_users on drive_users.company_id = companies.id
        where companies.escola_id = schools.id and drive_users.papel = 'aluno')`
        .execute(db)
        .then(() => undefined),
  },
  // The triggers come first: they block writers until the sums are complete.
  {
    name: '0205-staff-lists',
    up: (db, engine) =>
      run(db, [...openBillTriggers(engine), addOpenBills, ...classSearchTriggers(engine), addClassSearch]),
  },
  // A password reset for an address without an account may come from the guardian of a minor (0187). The index is small, because
  // only minors have a guardian.
  {
    name: '0213-guardian-mailbox',
    async up(db, engine, outside) {
      const isPostgres = engine === 'postgres';
      // An interrupted `create index concurrently` leaves an invalid index.
      if (isPostgres) await run(outside, ['drop index concurrently if exists users_guardian_email']);
      await sql`create index ${isPostgres ? sql`concurrently` : sql``} users_guardian_email
        on users (lower(${jsonText(engine, 'guardian', 'email')})) where guardian is not null`.execute(
        isPostgres ? outside : db,
      );
    },
  },
  // The office finds a child by the guardian's name (0187).
  {
    name: '0215-guardian-search',
    up: (db, engine) =>
      run(db, [...guardianSearchTriggers(engine), ...(engine === 'sqlite' ? [addGuardianSearch(engine)] : [])]),
  },
  {
    name: '0215-guardian-search-text',
    // Outside the transaction, in batches, so that people can read and write meanwhile.
    up: (_db, engine, outside) => (engine === 'postgres' ? fillGuardianSearch(outside) : Promise.resolve()),
  },
  {
    name: '0220-bill-reminders',
    up: (db) =>
      run(db, [
        "update notice_kinds_off set kind = 'parcela_lembrete' where kind = 'parcela_em_3_dias'",
        "delete from notice_marks where kind = 'parcela_em_3_dias'",
      ]),
  },
  // Referred friends who wait for the school are listed among its contacts.
  {
    name: '0230-referred-contacts',
    up: (db) =>
      run(db, [
        `insert into leads (lugar, pagina, marca, nome, telefone, email, cidade, unidade_id, indicacao_code, consentimento_em,
            status, enviado_em, mudou_em, created_at)
          select 'escola:' || companies.escola_id, 'Indicação', schools.marca, referrals.nome, referrals.telefone,
            referrals.email, coalesce(referrals.cidade, companies.cidade, schools.cidade), companies.id, club_codes.codigo,
            referrals.consentimento_em, case referrals.status when 'enviada' then 'novo' else 'em_contato' end,
            referrals.criado_em, referrals.criado_em, referrals.criado_em
          from referrals
          join users on users.id = referrals.user_id
          join drive_users on drive_users.id = users.drive_user_id
          join companies on companies.id = drive_users.company_id
          join schools on schools.id = companies.escola_id
          left join club_codes on club_codes.user_id = users.id
          where referrals.status in ('enviada', 'em_contato')
            and referrals.telefone not like '#%'
          on conflict do nothing`,
        `insert into lead_events (lead_id, kind, created_at, por_user_id, pagina, marca, nome, email, cidade)
          select leads.id, 'envio', leads.created_at, referrals.user_id, leads.pagina, leads.marca, leads.nome, leads.email,
            leads.cidade
          from leads join referrals on referrals.telefone = leads.telefone and referrals.criado_em = leads.created_at
          where leads.pagina = 'Indicação' and referrals.status in ('enviada', 'em_contato')`,
      ]),
  },
  {
    name: '0231-foreign-phones',
    // SQLite does not enforce lengths.
    up: (db, engine) =>
      run(db, engine === 'sqlite' ? [] : ['leads', 'referrals'].map((table) => widened(table, 'telefone', 20))),
  },
  { name: '0232-civil-name', up: (db, engine) => run(db, civilNameTriggers(engine)) },
];

/** In the order of their names, in which they run. */
export const steps: readonly Step[] = [baseline, ...laterSteps(described, writtenSteps)];

/** The steps after the baseline: what descriptions add, and what is written. */
export function laterSteps(described: Readonly<Record<string, Table>>, written: readonly Step[]): Step[] {
  const names = new Set([...changingSteps(described), ...written.map(({ name }) => name)]);
  return [...names].toSorted().flatMap((name) => {
    const adding: Step = {
      name,
      async up(db, engine, outside) {
        const { altered, tables: made, dropped } = statementsOf(described, engine, name);
        if (engine === 'postgres' && altered.length > 0) await lockTables(db, altered);
        await run(db, made);
        await written.find((step) => step.name === name)?.up(db, engine, outside);
        await run(db, dropped);
      },
    };
    const { indexes } = statementsOf(described, 'sqlite', name);
    return indexes.length > 0 ? [adding, indexing(`${name}-indexes`, indexes)] : [adding];
  });
}

/** Adds indexes to existing tables; on PostgreSQL without blocking writers. */
function indexing(name: string, indexes: readonly { name: string; statement: string }[]): Step {
  return {
    name,
    async up(db, engine, outside) {
      if (engine === 'sqlite')
        return run(
          db,
          indexes.map(({ statement }) => statement),
        );
      for (const { name: index, statement } of indexes) {
        // An interrupted `create index concurrently` leaves an invalid index.
        await run(outside, [
          `drop index concurrently if exists ${index}`,
          statement.replace(' index ', ' index concurrently '),
        ]);
      }
    },
  };
}

/** Makes a text column of PostgreSQL longer. A trigger that names the column is dropped and recreated. */
const widened = (table: string, column: string, length: number): string =>
  `do $$
    declare
      each record;
      made text[] := '{}';
      statement text;
    begin
      for each in select tgname, pg_get_triggerdef(oid) as made from pg_trigger
        where tgrelid = '${table}'::regclass and not tgisinternal
      loop
        made := made || each.made;
        execute format('drop trigger %I on ${table}', each.tgname);
      end loop;
      alter table ${table} alter column ${column} type varchar(${length});
      foreach statement in array made loop execute statement; end loop;
    end $$`;

/**
 * Locks tables of PostgreSQL until the end of a step. Everybody else queues behind a waiting lock. So each try waits only
 * briefly, releases everything, and tries again: an older version of the portal can go on serving.
 */
const lockTables = (db: Kysely<unknown>, names: readonly string[]): Promise<void> =>
  run(db, [
    `do $$ begin
      loop
        begin
          set local lock_timeout = '200ms';
          lock table ${names.join(', ')} in access exclusive mode;
          set local lock_timeout to default;
          return;
        exception when lock_not_available then perform pg_sleep(0.2);
        end;
      end loop;
    end $$`,
  ]);

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const PORTION = 2_000;

async function fillGuardianSearch(outside: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from users`.execute(outside);
  for (let from = 0; from <= Number(rows[0]?.last ?? 0); from += PORTION) {
    await run(outside, [addGuardianSearch('postgres', ` and id > ${from} and id <= ${from + PORTION}`)]);
  }
}
