import SqliteDatabase from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { type Database, type Db, type Engine, openDatabase } from '../../core/db/connection.ts';
import { tableNames } from '../../core/db/table-names.ts';
import { sqlitePath } from '../../data-dir.ts';
import type { Schema } from '../../tables.ts';
import { lineOf } from './digest.ts';

/**
 * Tables that are not backed up: leases, rate limits, and the head of the change feed. Without its head the numbering of changes
 * restarts: a reader with a later cursor is asked to read from the beginning (0119).
 */
const PASSING: ReadonlySet<string> = new Set(['leases', 'rate_limits', 'sync_heads']);
const SOME = 2_000;

/** The state of a database at one instant, unaffected by later writes. */
export interface Snapshot {
  db: Db;
  engine: Engine;
}

/** Reads the database at one instant, without blocking writers. */
export async function readingSnapshot<T>(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  { engine }: Pick<Database, 'engine'>,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  if (engine === 'sqlite') {
    const database = new SqliteDatabase(sqlitePath(config), { readonly: true });
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
    // The first read starts the snapshot. Later writes are invisible, and the write-ahead log keeps the needed pages.
    return db
      .transaction()
      .execute((tx) => work({ db: tx, engine }))
      .finally(() => db.destroy());
  }
  const { db, close } = openDatabase(config, null, () => {});
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute((tx) => work({ db: tx, engine })).finally(close);
}

/** Each table with its columns, in the order of their names. */
export async function tablesOf(db: Db, engine: Engine): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of (await tableNames(db)).toSorted()) {
    if (PASSING.has(table)) continue;
    const { rows } =
      engine === 'sqlite'
        ? await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
        : await sql<{ name: string }>`select column_name as name from information_schema.columns
            where table_schema = current_schema() and table_name = ${table}`.execute(db);
    tables[table] = rows.map(({ name }) => name).toSorted();
  }
  return tables;
}

/** Every row of a table, as `lineOf` formats it. Only a few are in memory at once. */
export async function* linesOf({ db: withPlugins, engine }: Snapshot, table: string, columns: readonly string[]) {
  // Booleans stay numbers here, as both engines store them.
  const db = withPlugins.withoutPlugins();
  for await (const row of engine === 'sqlite' ? rowsOfSqlite(db, table, columns) : rowsOfPostgres(db, table, columns)) {
    yield lineOf(columns, row);
  }
}

type Row = Record<string, unknown>;
/** Safe, because the names come from the database itself. */
const all = (db: Db, table: string, columns: readonly string[]) =>
  db.selectFrom(table as 'users').select(columns as readonly ['id']);

const rowsOfSqlite = (db: Db, table: string, columns: readonly string[]): AsyncIterable<Row> =>
  all(db, table, columns).stream(SOME);

async function* rowsOfPostgres(db: Db, table: string, columns: readonly string[]): AsyncGenerator<Row> {
  await sql`declare every_row no scroll cursor for ${all(db, table, columns)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(SOME)} from every_row`.execute(db);
    yield* rows;
    if (rows.length < SOME) break;
  }
  await sql`close every_row`.execute(db);
}

/** The last id of each table with a sequence: ids are never reused, also after a restore. */
export async function countersOf({ db, engine }: Snapshot): Promise<Record<string, number>> {
  if (engine === 'sqlite') {
    // SQLite stores 0 for a table that never had a row.
    const { rows } = await sql<{ name: string; seq: number }>`
      select name, seq from sqlite_sequence where seq > 0`.execute(db);
    return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
  }
  const { rows } = await sql<{ name: string; counter: string }>`
    select table_name as name, pg_get_serial_sequence(quote_ident(table_name), 'id') as counter
    from information_schema.columns
    where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES'`.execute(db);
  const counters: Record<string, number> = {};
  for (const { name, counter } of rows) {
    const query = sql<{
      last: number;
      used: boolean;
    }>`select last_value as last, is_called as used from ${sql.raw(counter)}`;
    const { last = 0, used } = (await query.execute(db)).rows[0] ?? {};
    if (used) counters[name] = last;
  }
  return counters;
}
