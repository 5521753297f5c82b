import { Kysely, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import { sqlitePath } from '../data-dir.ts';
import { BooleanColumns } from './booleans.ts';
import { type Patience, postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Schema } from './types.ts';

/** A database or a transaction on it: domain functions take either. */
export type Db = Kysely<Schema> | Transaction<Schema>;
export type Engine = 'sqlite' | 'postgres';

export interface Database {
  db: Kysely<Schema>;
  engine: Engine;
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name, as it is.
 *
 * @param patience null where one statement may take long, as in a step of the schema.
 * @param onError hears of PostgreSQL connections that break.
 */
export function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  patience: Patience,
  onError: (error: Error) => void,
): Database {
  const url = config.DATABASE_URL;
  const dialect = url ? postgresDialect(url, patience, onError) : sqliteDialect(sqlitePath(config));
  const db = new Kysely<Schema>({ dialect, plugins: [new BooleanColumns()] });
  return { db, engine: url ? 'postgres' : 'sqlite', close: () => db.destroy() };
}
