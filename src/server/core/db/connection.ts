import { type CompiledQuery, type Dialect, Kysely, type Transaction } from 'kysely';
import type { Config } from '../../config.ts';
import { sqlitePath } from '../../data-dir.ts';
import type { Schema } from '../../tables.ts';
import { BooleanColumns } from './booleans.ts';
import { postgresDialect, type Timeout } from './postgres.ts';
import type { Dialects, PoolLoad } from './split-dialect.ts';
import { sqliteDialect } from './sqlite.ts';

/** A database or a transaction on it: domain functions accept both. */
export type Db = Kysely<Schema> | Transaction<Schema>;
export type Engine = 'sqlite' | 'postgres';

/** Gets each query after it ran. */
export type QueryLog = (query: CompiledQuery) => void;

export interface Database {
  db: Kysely<Schema>;
  /**
   * For single long reads, such as those of a whole school. SQLite runs them in a worker thread, PostgreSQL on separate
   * connections; requests of several people alternate (0052).
   */
  longReads: Kysely<Schema>;
  engine: Engine;
  /** The load of its connections. */
  load(): PoolLoad[];
  close(): Promise<void>;
}

/**
 * Opens the database of the settings, without changing its schema.
 *
 * @param timeout null if one statement may take long, as in a step of the schema.
 * @param onError gets errors of broken PostgreSQL connections.
 */
export function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  timeout: Timeout,
  onError: (error: Error) => void,
  onQuery?: QueryLog,
): Database {
  const url = config.DATABASE_URL;
  return url
    ? databaseOn(postgresDialect(url, timeout, onError), 'postgres', onQuery)
    : databaseOn(sqliteDialect(sqlitePath(config)), 'sqlite', onQuery);
}

/** Opens a private copy in memory of a SQLite database, without changing its schema. @param bytes of its file */
export const openCopy = (bytes: Buffer, onQuery?: QueryLog): Database =>
  databaseOn(sqliteDialect(bytes), 'sqlite', onQuery);

function databaseOn({ dialect, longReads, load }: Dialects, engine: Engine, onQuery?: QueryLog): Database {
  const log = onQuery && (({ query }: { query: CompiledQuery }) => onQuery(query));
  const open = (chosen: Dialect) => new Kysely<Schema>({ dialect: chosen, plugins: [new BooleanColumns()], log });
  const db = open(dialect);
  const long = longReads && open(longReads);
  const close = async () => {
    await long?.destroy();
    await db.destroy();
  };
  return { db, longReads: long ?? db, engine, load, close };
}
