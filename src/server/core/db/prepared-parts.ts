import type { SelectQueryBuilder } from 'kysely';
import { jsonArrayFrom as arrayOfPostgres } from 'kysely/helpers/postgres';
import { jsonArrayFrom as arrayOfSqlite } from 'kysely/helpers/sqlite';
import { readBooleans } from './booleans.ts';
import type { Db } from './connection.ts';
import { isPostgres } from './locking.ts';
import { prepared, type Value } from './prepared.ts';

/** A query of some rows. SQLite names the columns of each row, so a part selects them by name, never `selectAll`. */
// biome-ignore lint/suspicious/noExplicitAny: of any tables
type Part<Row> = SelectQueryBuilder<any, any, Row>;
// biome-ignore lint/suspicious/noExplicitAny: of any row
type Parts = Readonly<Record<string, Part<any>>>;
type Rows<All extends Parts> = { -readonly [Name in keyof All]: All[Name] extends Part<infer Row> ? Row[] : never };
type Row = Record<string, unknown>;

/**
 * Reads related lists by one statement: each part is a list of rows, built by the database as JSON. The same rules as for
 * `prepared` hold. All parts come from one snapshot, and on PostgreSQL they cost one round trip (0077).
 *
 * @param build the queries, by the name of their part.
 */
export function preparedParts<Values extends readonly Value[], All extends Parts>(
  build: (db: Db, ...values: Values) => All,
): (db: Db, ...values: Values) => Promise<Rows<All>> {
  const read = prepared((db, ...values: Values) => {
    const arrayOf = isPostgres(db) ? arrayOfPostgres : arrayOfSqlite;
    return db.selectNoFrom(Object.entries(build(db, ...values)).map(([name, part]) => arrayOf(part).as(name)));
  });
  return async (db, ...values) => {
    const [row = {}] = await read(db, ...values);
    const parts = Object.entries(row).map(([name, json]) => {
      // PostgreSQL's client has already parsed the JSON.
      const rows = (typeof json === 'string' ? JSON.parse(json) : json) as Row[];
      readBooleans(rows);
      return [name, rows];
    });
    return Object.fromEntries(parts) as Rows<All>;
  };
}
