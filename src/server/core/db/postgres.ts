import { createHash } from 'node:crypto';
import { PostgresDialect, PostgresDriver } from 'kysely';
import pg from 'pg';
import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import { type Dialects, type PoolLoad, SplitDialect } from './split-dialect.ts';
import { WriteQueue } from './write-queue.ts';

// Counts (bigint) would arrive as text; ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const MAX_READS = 8;
const MAX_WRITES = 6;
/** Connections for reads of a whole school, which take long. */
const MAX_LONG_READS = 2;
/** How long a query waits while all connections are in use: as long as a write waits for its slot. */
const MAX_WAIT_MS = 15_000;
/** How much longer we wait for the server's own error about a slow query. */
const GRACE_MS = 1_000;

/** How long PostgreSQL may take: see `DATABASE_TIMEOUT_MS`. null: no limit. */
export type Timeout = number | null;

/**
 * Gives up soon on a server that accepts no connection; the pool's own limit is longer, because it also covers the wait for a
 * free connection. A connection without an answer in time is closed: a late answer would be taken for that to the next query.
 */
class ImpatientClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: serviceLimits.database.connectMs });
    const ask = this.query.bind(this) as (...parts: unknown[]) => unknown;
    this.query = ((...parts: unknown[]) => {
      const answer = ask(...parts);
      if (answer instanceof Promise) answer.catch((error: Error) => this.#closeIfSilent(error));
      return answer;
    }) as typeof this.query;
  }
  #closeIfSilent({ message }: Error): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    if (message === 'Query read timeout') connection.stream.destroy();
  }
}

/** The result's shape changed with the schema, or a pooler switched to a connection that lacks or already has the statement. */
const NOT_STORED = ['0A000', '26000', '42P05'];

/** For reads outside of transactions, which can be repeated on failure: uses prepared statements for frequent queries. */
function keepingClient(): typeof ImpatientClient {
  const texts = new SteadyTexts();
  return class extends ImpatientClient {
    #keeps = true;
    constructor(config: pg.ClientConfig) {
      super(config);
      const ask = this.query.bind(this) as (...parts: unknown[]) => Promise<unknown>;
      this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
        const name = this.#keeps && typeof text === 'string' ? texts.nameOf(text) : undefined;
        if (!name) return ask(text, values, ...rest);
        return ask({ name, text, values }).catch((error: Error & { code?: string }) => {
          if (!NOT_STORED.includes(error.code ?? '')) throw error;
          this.#keeps = false;
          return ask(text, values);
        });
      }) as typeof this.query;
    }
  };
}

/** @param onError gets errors of broken connections. */
export function openPool(
  url: string,
  max: number,
  timeout: Timeout,
  onError: (error: Error) => void,
  Client = ImpatientClient,
): pg.Pool {
  const limits = timeout !== null && {
    statement_timeout: timeout,
    lock_timeout: Math.ceil(timeout / 2),
    idle_in_transaction_session_timeout: 3 * timeout,
    query_timeout: timeout + GRACE_MS,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: MAX_WAIT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    Client: Client as typeof pg.Client,
    ...limits,
  });
  pool.on('error', onError);
  // A connection that breaks during use reports it apart from its query.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/**
 * Opens PostgreSQL at `url`. Reads have their own connections, so that writes that wait for each other's rows do not
 * block them. No more writes run at once than there are connections for them.
 */
export function postgresDialect(url: string, timeout: Timeout, onError: (error: Error) => void): Dialects {
  const readers = openPool(url, MAX_READS, timeout, onError, keepingClient());
  const writers = openPool(url, MAX_WRITES, timeout, onError);
  const long = openPool(url, MAX_LONG_READS, timeout, onError);
  const queue = new WriteQueue(MAX_WRITES);
  const longQueue = new WriteQueue(MAX_LONG_READS);
  const dialect = new SplitDialect(new PostgresDialect({ pool: writers }), {
    reads: new PostgresDriver({ pool: readers }),
    writes: new PostgresDriver({ pool: writers }),
    queue,
  });
  const longReads = new SplitDialect(new PostgresDialect({ pool: long }), {
    reads: null,
    writes: new PostgresDriver({ pool: long }),
    queue: longQueue,
  });
  const load = (): PoolLoad[] => [
    { pool: 'reads', ...loadOf(readers) },
    { pool: 'writes', ...loadOf(writers, queue) },
    { pool: 'long', ...loadOf(long, longQueue) },
  ];
  return { dialect, longReads, load };
}

const loadOf = (pool: pg.Pool, queue?: WriteQueue): Omit<PoolLoad, 'pool'> => ({
  size: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount + (queue?.load.waiting ?? 0),
});

/** Max. prepared statements of a connection: each takes some tens of kB. */
const MAX_STORED = 300;
const OFTEN = 3;
/** Max. query texts to remember. Many occur only once, such as those with lists of unusual lengths. */
const MAX_SEEN = 1_000;
/** The selectivity of a pattern or a part of a name depends on its value, so its plan is made for each value. */
const BY_VALUE = / (like|@>) /;

/** Counts query texts to find those that repeat with other values. */
class SteadyTexts {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();

  /** @returns the name of the prepared statement; undefined: the query is not frequent enough yet, or the maximum is reached. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= MAX_STORED || BY_VALUE.test(text)) return known;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
    this.#seen.set(text, times);
    if (times < OFTEN) return undefined;
    this.#seen.delete(text);
    // Named by a hash of the text: behind a pooler, a connection may already have a statement of another process.
    const name = createHash('sha256').update(text).digest('base64url');
    this.#names.set(text, name);
    return name;
  }
}
