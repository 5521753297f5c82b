import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely';
import type { WriteQueue } from './write-queue.ts';

/** The drivers for a school's reads and writes. */
export interface Sides {
  /** null: reads use the connection of writes, in its queue. */
  reads: Driver | null;
  writes: Driver;
  queue: WriteQueue;
}

/** The load of the connections of one kind. */
export interface PoolLoad {
  pool: 'reads' | 'writes' | 'long';
  /** Connections that are open. */
  size: number;
  idle: number;
  /** Queries waiting for a connection. */
  waiting: number;
}

/** The connection pools of a database. */
export interface Dialects {
  dialect: Dialect;
  /** For long reads; null: the database has only one connection. */
  longReads: Dialect | null;
  load(): PoolLoad[];
}

interface Held {
  connection: DatabaseConnection;
  release(): Promise<void>;
}

/** A select without row locks. Raw SQL may do anything, so it counts as a write. */
const isRead = ({ query }: CompiledQuery) => SelectQueryNode.is(query) && !query.endModifiers;

/** Runs one query or one transaction. Only writes go through the queue. */
class SplitConnection implements DatabaseConnection {
  readonly #sides: Sides;
  #held: Held | null = null;
  constructor(sides: Sides) {
    this.#sides = sides;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#held) return this.#held.connection.executeQuery<R>(query);
    const held = await this.#take(query);
    try {
      return await held.connection.executeQuery<R>(query);
    } finally {
      await held.release();
    }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    const held = this.#held ?? (await this.#take(query));
    try {
      yield* held.connection.streamQuery<R>(query, chunkSize);
    } finally {
      if (held !== this.#held) await held.release();
    }
  }

  /** Holds a write connection until `release`. */
  async hold(): Promise<DatabaseConnection> {
    this.#held = await this.#write();
    return this.#held.connection;
  }

  get held(): DatabaseConnection {
    if (!this.#held) throw new Error('no transaction has begun');
    return this.#held.connection;
  }

  async release(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    await held?.release();
  }

  async #take(query: CompiledQuery): Promise<Held> {
    const { reads } = this.#sides;
    if (!reads || !isRead(query)) return this.#write();
    const connection = await reads.acquireConnection();
    return { connection, release: () => reads.releaseConnection(connection) };
  }

  async #write(): Promise<Held> {
    const { queue, writes } = this.#sides;
    const end = await queue.enter();
    try {
      const connection = await writes.acquireConnection();
      return { connection, release: () => writes.releaseConnection(connection).finally(end) };
    } catch (error) {
      end();
      throw error;
    }
  }
}

class SplitDriver implements Driver {
  readonly #sides: Sides;
  /** Kysely remembers each connection object in a WeakSet, which costs garbage collection. So the objects are reused. */
  readonly #free: SplitConnection[] = [];
  constructor(sides: Sides) {
    this.#sides = sides;
  }
  async init(): Promise<void> {
    await this.#sides.writes.init();
    await this.#sides.reads?.init();
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#free.pop() ?? new SplitConnection(this.#sides);
  }
  async beginTransaction(connection: SplitConnection, settings: TransactionSettings): Promise<void> {
    await this.#sides.writes.beginTransaction(await connection.hold(), settings);
  }
  commitTransaction(connection: SplitConnection): Promise<void> {
    return this.#sides.writes.commitTransaction(connection.held);
  }
  rollbackTransaction(connection: SplitConnection): Promise<void> {
    return this.#sides.writes.rollbackTransaction(connection.held);
  }
  async releaseConnection(connection: SplitConnection): Promise<void> {
    await connection.release();
    this.#free.push(connection);
  }
  async destroy(): Promise<void> {
    await this.#sides.reads?.destroy();
    await this.#sides.writes.destroy();
  }
}

/**
 * A database that reads in parallel with its writes. Only the writes of a request are queued, each for its own slot; a select
 * sees everything committed before it.
 */
export class SplitDialect implements Dialect {
  readonly #base: Dialect;
  readonly #adapter: DialectAdapter;
  readonly #sides: Sides;

  /** @param base compiles queries and inspects the schema; `sides` run them. */
  constructor(base: Dialect, sides: Sides) {
    this.#base = base;
    this.#sides = sides;
    this.#adapter = base.createAdapter();
  }
  createDriver(): Driver {
    return new SplitDriver(this.#sides);
  }
  createQueryCompiler() {
    return this.#base.createQueryCompiler();
  }
  createAdapter(): DialectAdapter {
    // Otherwise Kysely runs only one query at a time.
    return Object.defineProperty(this.#adapter, 'supportsMultipleConnections', { value: true });
  }
  // biome-ignore lint/suspicious/noExplicitAny: as Kysely declares it
  createIntrospector(db: Kysely<any>) {
    return this.#base.createIntrospector(db);
  }
}
