import { sql } from 'kysely';
import type { Db } from './connection.ts';

/**
 * Moves the sequences of PostgreSQL past the ids that were inserted explicitly.
 *
 * @param tables absent: every table with a sequence
 */
export async function continueCounting(db: Db, tables?: readonly string[]): Promise<void> {
  for (const table of tables ?? (await countingTables(db))) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}
      having max(id) is not null`.execute(db);
  }
}

async function countingTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES'`.execute(db);
  return rows.map(({ name }) => name);
}
