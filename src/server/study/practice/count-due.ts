import type { Db } from '../../core/db/connection.ts';
import { dueCards } from './queries.ts';

/** How many words of a user's books are due, as one row. */
export const dueCount = (db: Db, userId: number, now: string) =>
  dueCards(db, { userId, bookId: null }, now).select(({ fn }) => fn.countAll<number | string>().as('words'));
