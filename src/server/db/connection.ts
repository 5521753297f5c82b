import { type Dialect, Kysely, type Transaction } from 'kysely';
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
 * Opens the database of the settings, without changing its schema.
 *
 * @param patience null if one statement may take long, as in a step of the schema.
 * @param onError gets errors of broken PostgreSQL connections.
 */
export function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  patience: Patience,
  onError: (error: Error) => void,
): Database {
  const url = config.DATABASE_URL;
  return url
    ? databaseOn(postgresDialect(url, patience, onError), 'postgres')
    : databaseOn(sqliteDialect(sqlitePath(config)), 'sqlite');
}

/** Opens a private copy in memory of a SQLite database, without changing its schema. @param bytes of its file */
export const openCopy = (bytes: Buffer): Database => databaseOn(sqliteDialect(bytes), 'sqlite');

function databaseOn(dialect: Dialect, engine: Engine): Database {
  const db = new Kysely<Schema>({ dialect, plugins: [new BooleanColumns()] });
  return { db, engine, close: () => db.destroy() };
}
