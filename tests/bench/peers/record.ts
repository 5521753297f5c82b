import { appendFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** A query as the portal sent it to SQLite. */
export interface Recorded {
  sql: string;
  values: unknown[];
  /** Parameters with the token id of the session, which differs in each request. */
  ofToken: number[];
}

// Loaded ahead of the portal: writes each query to the file RECORD, one a line.
const { RECORD = '' } = process.env;
const { prepare } = SqliteDatabase.prototype;
SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, sql: string) {
  const statement = prepare.call(this, sql);
  const { all } = statement;
  statement.all = (...values: unknown[]) => {
    appendFileSync(RECORD, `${JSON.stringify({ sql, values: values.flat() } satisfies Omit<Recorded, 'ofToken'>)}\n`);
    return Reflect.apply(all, statement, values);
  };
  return statement;
} as typeof prepare;
