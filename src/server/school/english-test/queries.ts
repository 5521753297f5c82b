import type { Selectable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

export type TestRow = Selectable<Schema['english_tests']>;
export type AnswerRow = Selectable<Schema['english_answers']>;

export const testById = (db: Db, id: string): Promise<TestRow | undefined> =>
  db.selectFrom('english_tests').selectAll().where('id', '=', id).executeTakeFirst();

/** The user's newest unfinished test that began after `since`. */
export const openTestOf = (db: Db, userId: number, since: string): Promise<TestRow | undefined> =>
  db
    .selectFrom('english_tests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .where('started_at', '>=', since)
    .orderBy('started_at', 'desc')
    .executeTakeFirst();

export const answersOf = (db: Db, testId: string): Promise<AnswerRow[]> =>
  db.selectFrom('english_answers').selectAll().where('test_id', '=', testId).orderBy('position').execute();

/** Items shown to the user in any test after `since`, which are not repeated. */
export async function itemsShown(db: Db, userId: number, since: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('english_answers')
    .innerJoin('english_tests', 'english_tests.id', 'english_answers.test_id')
    .select('item_id')
    .where('english_tests.user_id', '=', userId)
    .where('english_answers.answered_at', '>=', since)
    .execute();
  return new Set(rows.map(({ item_id }) => item_id));
}

export const insertTest = (db: Db, row: TestRow) => db.insertInto('english_tests').values(row).execute();

/**
 * Advances a test from the offered item by one conditional update, so that of two simultaneous answers only one counts.
 *
 * @returns whether this answer counted.
 */
export async function moveOn(
  db: Db,
  id: string,
  offered: string,
  next: Pick<TestRow, 'offered' | 'finished_at' | 'result'>,
): Promise<boolean> {
  const moved = await db
    .updateTable('english_tests')
    .set(next)
    .where('id', '=', id)
    .where('offered', '=', offered)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

export const insertAnswer = (db: Db, row: AnswerRow) => db.insertInto('english_answers').values(row).execute();
