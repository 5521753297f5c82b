import { sql } from 'kysely';
import type { Db } from '../../src/server/core/db/connection.ts';

/** Lets SQLite compare its index of people with their rows. @throws SQLITE_CORRUPT_VTAB where they differ */
export const checkPeopleIndex = (db: Db) =>
  sql`insert into people_grams (people_grams, rank) values ('integrity-check', 1)`.execute(db);

/** Trigrams in SQLite's index of people. */
export async function piecesOf(db: Db): Promise<Set<string>> {
  await sql`create virtual table people_pieces using fts5vocab('people_grams', 'row')`.execute(db);
  const { rows } = await sql<{ term: string }>`select term from people_pieces`.execute(db);
  await sql`drop table people_pieces`.execute(db);
  return new Set(rows.map(({ term }) => term));
}
