import { sql } from 'kysely';
import type { Db, Engine } from '../../core/db/connection.ts';
import { tableNames } from '../../core/db/table-names.ts';

const run = (tx: Db, statement: string) => sql.raw(statement).execute(tx);
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** SQLite takes 32,766 values in one statement, and PostgreSQL 65,535. */
const MAX_VALUES = 8_000;

/**
 * Empties every table and takes triggers and foreign keys away, so that rows come in any order and as they were: a
 * trigger would count sums twice.
 *
 * @returns what sets them up again. It throws where a row names one that is not there.
 */
export const prepareLoad = (tx: Db, engine: Engine): Promise<() => Promise<void>> =>
  engine === 'sqlite' ? prepareSqlite(tx) : preparePostgres(tx);

async function prepareSqlite(tx: Db): Promise<() => Promise<void>> {
  await run(tx, 'pragma defer_foreign_keys = on');
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger'`.execute(tx);
  for (const { name } of triggers) await run(tx, `drop trigger ${quoted(name)}`);
  for (const table of await tableNames(tx)) await run(tx, `delete from ${quoted(table)}`);
  return async () => {
    // Indexes for searches that triggers keep up to date.
    const { rows: searches } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and sql like 'create virtual table%using fts5%'`.execute(tx);
    for (const { name } of searches) await run(tx, `insert into ${quoted(name)} (${quoted(name)}) values ('rebuild')`);
    for (const { sql: statement } of triggers) await run(tx, statement);
    const { rows: broken } = await sql<{ table: string; parent: string }>`
      select "table", parent from pragma_foreign_key_check limit 1`.execute(tx);
    const [first] = broken;
    if (first) throw new Error(`a row of ${first.table} names one of ${first.parent} that is not there`);
  };
}

async function preparePostgres(tx: Db): Promise<() => Promise<void>> {
  const { rows: keys } = await sql<{ table: string; name: string; rule: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  const tables = (await tableNames(tx)).map(quoted);
  for (const { table, name } of keys) await run(tx, `alter table ${table} drop constraint ${quoted(name)}`);
  await run(tx, `truncate ${tables.join(', ')}`);
  for (const table of tables) await run(tx, `alter table ${table} disable trigger user`);
  return async () => {
    for (const table of tables) await run(tx, `alter table ${table} enable trigger user`);
    for (const { table, name, rule } of keys)
      await run(tx, `alter table ${table} add constraint ${quoted(name)} ${rule}`);
  };
}

/** Writes rows of a table. Each row has the values of the columns, in their order. */
export async function writeRows(
  tx: Db,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const step = Math.max(1, Math.floor(MAX_VALUES / columns.length));
  for (let from = 0; from < rows.length; from += step) {
    const values = rows.slice(from, from + step).map((row) => sql`(${sql.join(row)})`);
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(tx);
  }
}

/** Lets tables go on counting from their last numbers. */
export async function writeCounters(tx: Db, engine: Engine, counters: Readonly<Record<string, number>>): Promise<void> {
  for (const [table, last] of Object.entries(counters)) {
    if (engine === 'postgres') {
      // SQLite says 0 of a table that never had a row.
      const value = sql`greatest(cast(${last} as integer), 1), cast(${last} as integer) > 0`;
      await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), ${value})`.execute(tx);
      continue;
    }
    await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
  }
}
