import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Db } from './connection.ts';
import type { Schema } from './types.ts';

/** SQLite has one writer at a time and nothing to lock. */
export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Holds the rows that a query finds until the end of the transaction, where the database knows such a thing.
 *
 * @param how `key share`: they stay; `skip`: nobody else changes them, and those that another has are left out
 */
export function locked<Table extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Table, Row>,
  how: 'key share' | 'skip',
): SelectQueryBuilder<Schema, Table, Row> {
  if (!isPostgres(db)) return query;
  return how === 'skip' ? query.forUpdate().skipLocked() : query.forKeyShare();
}
