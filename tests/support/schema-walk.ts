import { sql } from 'kysely';
import { tableNames } from '../../src/server/core/db/table-names.ts';
import type { TestSchool } from './school.ts';

export interface Column {
  table: string;
  name: string;
  /** Lower case, such as `varchar(40)` or `text`. */
  kind: 'text' | 'number';
  /** The longest text; null: no limit. */
  length: number | null;
  isRequired: boolean;
  /** The database counts it. */
  isSerial: boolean;
  references: { table: string; column: string } | null;
}

/** Every column of every table in the database, from the database itself. */
export async function columnsOf({ school }: TestSchool): Promise<Column[]> {
  return school.database.engine === 'sqlite' ? ofSqlite(school.db) : ofPostgres(school.db);
}

type Db = TestSchool['school']['db'];

async function ofSqlite(db: Db): Promise<Column[]> {
  const tables = await tableNames(db);
  const columns: Column[] = [];
  for (const table of tables) {
    const info = await sql<{ name: string; type: string; notnull: number; pk: number }>`
      select name, type, "notnull", pk from pragma_table_info(${table})`.execute(db);
    const keys = await sql<{ from: string; table: string; to: string | null }>`
      select "from", "table", "to" from pragma_foreign_key_list(${table})`.execute(db);
    for (const { name, type, notnull, pk } of info.rows) {
      const key = keys.rows.find(({ from }) => from === name);
      columns.push({
        table,
        name,
        ...kindOf(type),
        isRequired: notnull === 1 || pk > 0,
        isSerial: pk > 0 && name === 'id' && /int/i.test(type),
        references: key ? { table: key.table, column: key.to ?? 'id' } : null,
      });
    }
  }
  return columns;
}

async function ofPostgres(db: Db): Promise<Column[]> {
  const { rows } = await sql<{
    table: string;
    name: string;
    type: string;
    length: number | null;
    nullable: string;
    identity: string;
    target: string | null;
    target_column: string | null;
  }>`
    select c.table_name as table, c.column_name as name, c.data_type as type, c.character_maximum_length as length,
      c.is_nullable as nullable, c.is_identity as identity, k.target, k.target_column
    from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    left join (
      select a.conrelid::regclass::text as source, s.attname as source_column,
        a.confrelid::regclass::text as target, d.attname as target_column
      from pg_constraint a
      join pg_attribute s on s.attrelid = a.conrelid and s.attnum = a.conkey[1]
      join pg_attribute d on d.attrelid = a.confrelid and d.attnum = a.confkey[1]
      where a.contype = 'f'
    ) k on k.source = c.table_name and k.source_column = c.column_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by c.table_name, c.ordinal_position`.execute(db);
  return rows.map((row) => ({
    table: row.table,
    name: row.name,
    kind: /char|text/.test(row.type) ? 'text' : 'number',
    length: row.length,
    isRequired: row.nullable === 'NO',
    isSerial: row.identity === 'YES',
    references: row.target ? { table: row.target, column: row.target_column ?? 'id' } : null,
  }));
}

function kindOf(type: string): Pick<Column, 'kind' | 'length'> {
  const length = /\((\d+)\)/.exec(type)?.[1];
  return { kind: /char|text/i.test(type) ? 'text' : 'number', length: length ? Number(length) : null };
}
