import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '../../tables.ts';
import type { Db } from './connection.ts';

/** SQLite has one writer at a time, so it needs no row locks. */
export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter;

/** Milliseconds by the clock of the database, for leases, since clocks of machines may differ. */
export const nowOf = (db: Db): RawBuilder<number> =>
  isPostgres(db)
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`;

/**
 * Locks the rows of a query until the end of the transaction, if the database has row locks.
 *
 * @param how `key share`: others may not delete the rows; `update`: others may not change them; `skip`: as `update`, and rows
 *   locked by another transaction are left out; `hold`: others may not change them, but may reference them
 */
export function locked<Table extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Table, Row>,
  how: 'key share' | 'update' | 'skip' | 'hold',
): SelectQueryBuilder<Schema, Table, Row> {
  if (!isPostgres(db)) return query;
  if (how === 'key share') return query.forKeyShare();
  if (how === 'hold') return query.forNoKeyUpdate();
  return how === 'skip' ? query.forUpdate().skipLocked() : query.forUpdate();
}

/**
 * Locks people until the end of the transaction, in the order of their ids. A change of `turma_alunos` writes the row of its
 * student. So a writer that locks students before classes, as a move to another branch does, never deadlocks.
 */
export async function holdPeople(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await locked(tx, tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id'), 'hold').execute();
}
