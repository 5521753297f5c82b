import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import { BooleanColumns } from './booleans.ts';
import type { Schema } from './types.ts';

/** A database or a transaction on it: domain functions take either. */
export type Db = Kysely<Schema> | Transaction<Schema>;
export type Engine = 'sqlite' | 'postgres';

export interface Database {
  db: Kysely<Schema>;
  engine: Engine;
  close(): Promise<void>;
}

/** Begins writing at once, so that two processes on one file wait for each other instead of failing on upgrade. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: ReturnType<typeof withKeptStatements>;
  constructor(database: ReturnType<typeof withKeptStatements>) {
    super({ database });
    this.#database = database;
  }
  override createDriver() {
    return new ImmediateSqliteDriver({ database: this.#database });
  }
}

const MOST_STATEMENTS = 500;

/** Keeps statements that were prepared: preparing one takes longer than running it. */
function withKeptStatements(file: SqliteDatabase.Database) {
  const kept = new Map<string, SqliteDatabase.Statement>();
  return {
    close: () => void file.close(),
    prepare(sql: string): SqliteDatabase.Statement {
      const known = kept.get(sql);
      if (known) return known;
      const made = file.prepare(sql);
      if (!/^(select|insert|update|delete|with)\b/i.test(sql)) {
        // A new schema may change what `select *` hands back.
        if (/^(create|alter|drop)\b/i.test(sql)) kept.clear();
        return made;
      }
      if (kept.size >= MOST_STATEMENTS) kept.clear();
      kept.set(sql, made);
      return made;
    },
  };
}

/** Opens the SQLite file at `path` (`:memory:` for a private one), durable and safe for a second process. */
export function openSqlite(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const file = new SqliteDatabase(path);
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  file.pragma('busy_timeout = 5000');
  // Its own knows ASCII alone: nobody would find Érica.
  file.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text));
  const db = new Kysely<Schema>({
    dialect: new ImmediateSqliteDialect(withKeptStatements(file)),
    plugins: [new BooleanColumns()],
  });
  return { db, engine: 'sqlite', close: () => db.destroy() };
}

// Counts arrive as text otherwise; ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens PostgreSQL at `url`; `onError` hears of connections that break while idle. */
export function openPostgres(url: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
  });
  pool.on('error', onError);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new BooleanColumns()] });
  return { db, engine: 'postgres', close: () => db.destroy() };
}

/** Opens the database that the settings name. `onError` hears of PostgreSQL connections that break while idle. */
export function openDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  onError: (error: Error) => void,
): Database {
  if (DATABASE_URL) return openPostgres(DATABASE_URL, onError);
  return openSqlite(DATA_DIR === ':memory:' ? ':memory:' : join(DATA_DIR, 'portal.sqlite'));
}
