import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { Aside } from '../threads/aside.ts';
import type { readRows } from './sqlite.ts';

const READ_ROWS = new URL('./sqlite.ts', import.meta.url);

/** Reads a SQLite file in a thread: there a query may take long. It has no transactions. */
export class AsideDriver implements Driver {
  readonly #aside: Aside;
  constructor(path: string) {
    this.#aside = new Aside(path);
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    const executeQuery = async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
      rows: (await this.#aside.run<typeof readRows>(READ_ROWS, 'readRows', sql, parameters)) as R[],
    });
    return { executeQuery, streamQuery: readsOnly };
  }
  beginTransaction = readsOnly;
  commitTransaction = readsOnly;
  rollbackTransaction = readsOnly;
  async releaseConnection(): Promise<void> {}
  destroy(): Promise<void> {
    return this.#aside.close();
  }
}

function readsOnly(): never {
  throw new Error('This connection answers single reads: transactions belong on `db`.');
}
