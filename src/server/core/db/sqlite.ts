import { setTimeout as wait } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import { foldText } from '#lib/format/text.ts';
import { WorkerThread } from '../threads/worker-thread.ts';
import type { readRows } from './read-rows.ts';
import { type Dialects, SplitDialect } from './split-dialect.ts';
import { WriteQueue } from './write-queue.ts';

/** Max. rows of an index that `analyze` reads; it copies no values. Larger tables are counted in statistics.ts. */
export const MAX_ANALYZED = 400;
/** How long we wait for another process that writes. */
const BUSY_MS = 10_000;
const BUSY_PAUSE_MS = 10;

/**
 * Takes the write lock at once, so that two processes on one file wait for each other instead of failing later. The wait happens
 * outside SQLite, where it would block the whole process.
 */
class WritingSqliteDriver extends SqliteDriver {
  readonly #file: SqliteDatabase.Database;
  constructor(file: SqliteDatabase.Database, database: SqliteDialectConfig['database']) {
    super({ database });
    this.#file = file;
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: <R>(query: CompiledQuery) => whenFree(() => connection.executeQuery<R>(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
  /** A full or broken disk may have ended the transaction already; a second error would hide the first. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}

async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (const started = performance.now(); ; ) {
    try {
      return await work();
    } catch (error) {
      const isBusy = (error as { code?: unknown }).code === 'SQLITE_BUSY';
      if (!isBusy || performance.now() - started > BUSY_MS) throw error;
    }
    await wait(BUSY_PAUSE_MS);
  }
}

/**
 * Hides values from the planner behind a unary plus. SQLite built with STAT4, as ours is, would recompile a cached statement
 * after each new value for an indexed column. So a query that needs a partial index states its condition as a literal (0077).
 */
class SteadyCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class SteadySqliteDialect extends SqliteDialect {
  override createQueryCompiler() {
    return new SteadyCompiler();
  }
}

const MAX_STATEMENTS = 500;

/** Caches prepared statements: preparing takes longer than running. */
function withStatementCache(file: SqliteDatabase.Database, onSchema: () => void = () => {}) {
  const statements = new Map<string, SqliteDatabase.Statement>();
  return {
    forget: () => statements.clear(),
    close: () => void file.close(),
    prepare(sql: string): SqliteDatabase.Statement {
      const known = statements.get(sql);
      if (known) return known;
      const made = file.prepare(sql);
      if (!/^(select|insert|update|delete|with)\b/i.test(sql)) {
        // A new schema may change the result of `select *`.
        if (/^(create|alter|drop)\b/i.test(sql)) {
          statements.clear();
          onSchema();
        }
        return made;
      }
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statements.set(sql, made);
      return made;
    },
  };
}

function openFile(source: string | Buffer): SqliteDatabase.Database {
  const file = new SqliteDatabase(source);
  file.pragma('busy_timeout = 5000');
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  // Overwrites deleted bytes, so that they leave the file (0038).
  file.pragma('secure_delete = ON');
  file.pragma(`analysis_limit = ${MAX_ANALYZED}`);
  // SQLite's own `lower` knows only ASCII, so nobody would find Érica.
  file.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text));
  file.function('folded', { deterministic: true }, (text) => (typeof text === 'string' ? foldText(text) : text));
  return file;
}

/** Opens the file at a path read-only; it sees everything committed. */
export function openReader(path: string) {
  const file = openFile(path);
  file.pragma('query_only = ON');
  return withStatementCache(file);
}

/** One read at a time; requests of several people alternate. */
const longReadSides = (path: string) => ({
  reads: null,
  writes: new WorkerThreadDriver(path),
  queue: new WriteQueue(1),
});

/**
 * Opens the SQLite file at a path (`:memory:` for a private one), durable and safe for a second process. A file has a
 * separate connection for reads, which sees everything committed; a database in memory has only one connection.
 *
 * @param source a path, or the bytes of a file for a private copy in memory.
 */
export function sqliteDialect(source: string | Buffer): Dialects {
  const writer = openFile(source);
  const reader = source === ':memory:' || typeof source !== 'string' ? null : openFile(source);
  writer.pragma('busy_timeout = 0');
  reader?.pragma('query_only = ON');
  const reading = reader && withStatementCache(reader);
  const writing = withStatementCache(writer, () => reading?.forget());
  const queue = new WriteQueue(1);
  const dialect = new SplitDialect(new SteadySqliteDialect({ database: writing }), {
    reads: reading && new SqliteDriver({ database: reading }),
    writes: new WritingSqliteDriver(writer, writing),
    queue,
  });
  const isPath = typeof source === 'string' && source !== ':memory:';
  const longReads = isPath && new SplitDialect(new SteadySqliteDialect({ database: writing }), longReadSides(source));
  return {
    dialect,
    longReads: longReads || null,
    // Reads are synchronous, so none ever waits.
    load: () => [{ pool: 'writes', size: 1, idle: queue.load.free, waiting: queue.load.waiting }],
  };
}

const READ_ROWS = new URL('./read-rows.ts', import.meta.url);

/** Reads a SQLite file in a worker thread, where a query may take long. It has no transactions. */
class WorkerThreadDriver implements Driver {
  readonly #longReads: WorkerThread;
  constructor(path: string) {
    this.#longReads = new WorkerThread(path);
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    const executeQuery = async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
      rows: (await this.#longReads.run<typeof readRows>(READ_ROWS, 'readRows', sql, parameters)) as R[],
    });
    return { executeQuery, streamQuery: readsOnly };
  }
  beginTransaction = readsOnly;
  commitTransaction = readsOnly;
  rollbackTransaction = readsOnly;
  async releaseConnection(): Promise<void> {}
  destroy(): Promise<void> {
    return this.#longReads.close();
  }
}

function readsOnly(): never {
  throw new Error('This connection answers single reads: transactions belong on `db`.');
}
