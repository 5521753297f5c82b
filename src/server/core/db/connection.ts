import { type CompiledQuery, type Dialect, Kysely, type Transaction } from 'kysely';
import type { Config } from '../../config.ts';
import { sqlitePath } from '../../data-dir.ts';
import type { Schema } from '../../tables.ts';
import { BooleanColumns } from './booleans.ts';
import { type Patience, postgresDialect } from './postgres.ts';
import type { Dialects, PoolLoad } from './split-dialect.ts';
import { sqliteDialect } from './sqlite.ts';

/** A database or a transaction on it: domain functions take either. */
export type Db = Kysely<Schema> | Transaction<Schema>;
export type Engine = 'sqlite' | 'postgres';

/** Gets each query after it ran. */
export type QueryLog = (query: CompiledQuery) => void;

export interface Database {
  db: Kysely<Schema>;
  /**
   * For single reads that take long, such as those of a whole school. SQLite runs them in a thread and PostgreSQL on
   * connections of their own; persons take turns (0052).
   */
  aside: Kysely<Schema>;
  engine: Engine;
  /** How busy its connections are now. */
  load(): PoolLoad[];
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
  onQuery?: QueryLog,
): Database {
  const url = config.DATABASE_URL;
  return url
    ? databaseOn(postgresDialect(url, patience, onError), 'postgres', onQuery)
    : databaseOn(sqliteDialect(sqlitePath(config)), 'sqlite', onQuery);
}

/** Opens a private copy in memory of a SQLite database, without changing its schema. @param bytes of its file */
export const openCopy = (bytes: Buffer, onQuery?: QueryLog): Database =>
  databaseOn(sqliteDialect(bytes), 'sqlite', onQuery);

function databaseOn({ dialect, aside, load }: Dialects, engine: Engine, onQuery?: QueryLog): Database {
  const log = onQuery && (({ query }: { query: CompiledQuery }) => onQuery(query));
  const open = (way: Dialect) => new Kysely<Schema>({ dialect: way, plugins: [new BooleanColumns()], log });
  const db = open(dialect);
  const long = aside && open(aside);
  const close = async () => {
    await long?.destroy();
    await db.destroy();
  };
  return { db, aside: long ?? db, engine, load, close };
}
