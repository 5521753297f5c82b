import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { isPostgres } from './locking.ts';

/** The tables that hold our rows, without the internal tables of SQLite's search index. */
export async function tableNames(db: Db): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
    : sql<{ name: string }>`
        select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite_%'`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}
