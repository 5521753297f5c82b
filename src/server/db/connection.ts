import {
  type AbortableQueryOptions,
  type Compilable,
  type CompiledQuery,
  type Dialect,
  Kysely,
  type KyselyConfig,
  type QueryResult,
  type Transaction,
} from 'kysely';
import type { Config } from '../config.ts';
import { sqlitePath } from '../data-dir.ts';
import { BooleanColumns, readBooleans } from './booleans.ts';
import { type Patience, postgresDialect } from './postgres.ts';
import { type Dialects, isRead, type PoolLoad } from './split-dialect.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Schema } from './types.ts';

/** A database or a transaction on it: domain functions take either. */
export type Db = Kysely<Schema> | Transaction<Schema>;
export type Engine = 'sqlite' | 'postgres';

/** Gets each query after it ran. */
export type QueryLog = (query: CompiledQuery) => void;

export interface Database {
  db: Kysely<Schema>;
  /**
   * For single reads that take long, such as those of a whole school. SQLite runs them in a thread and PostgreSQL on
   * connections of their own; persons take turns (0080).
   */
  aside: Kysely<Schema>;
  engine: Engine;
  /**
   * A number that differs after any change of the database, by whatever process. null: the database does not say so at
   * once.
   */
  version: (() => number) | null;
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
    ? databaseOn({ ...postgresDialect(url, patience, onError), version: null }, 'postgres', onQuery)
    : databaseOn(sqliteDialect(sqlitePath(config)), 'sqlite', onQuery);
}

/** Opens a private copy in memory of a SQLite database, without changing its schema. @param bytes of its file */
export const openCopy = (bytes: Buffer, onQuery?: QueryLog): Database =>
  databaseOn(sqliteDialect(bytes), 'sqlite', onQuery);

function databaseOn(
  { dialect, aside, read, version, load }: Dialects & Pick<Database, 'version'>,
  engine: Engine,
  onQuery?: QueryLog,
): Database {
  const log = onQuery && (({ query }: { query: CompiledQuery }) => onQuery(query));
  const open = (way: Dialect, atOnce: Dialects['read']) =>
    new QuickKysely({ dialect: way, plugins: [new BooleanColumns()], log }, log ? null : atOnce);
  const db = open(dialect, read);
  const long = aside && open(aside, null);
  const close = async () => {
    await long?.destroy();
    await db.destroy();
  };
  return { db, aside: long ?? db, engine, version, load, close };
}

/**
 * Kysely with a short way for reads that are compiled already (`prepared`). Its own way waits twelve times, which costs
 * more than a look-up by a key does (0104). A transaction takes Kysely's way, and so does a database whose queries are noted.
 */
class QuickKysely extends Kysely<Schema> {
  readonly #read: Dialects['read'];
  constructor(config: KyselyConfig, read: Dialects['read']) {
    super(config);
    this.#read = read;
  }
  override async executeQuery<R>(
    query: CompiledQuery<R> | Compilable<R>,
    options?: AbortableQueryOptions,
  ): Promise<QueryResult<R>> {
    if (!this.#read || !('sql' in query) || !isRead(query)) return super.executeQuery(query, options);
    const rows = this.#read(query);
    readBooleans(rows);
    return { rows: rows as R[] };
  }
}
