import type { Db } from '../db/connection.ts';
import { preparedOne } from '../db/prepared.ts';
import { dueCards } from './queries.ts';

const counted = preparedOne((db, userId: number, now: string) =>
  dueCards(db, { userId, bookId: null }, now).select(({ fn }) => fn.countAll<number | string>().as('words')),
);

/** How many words of a user's books are due. */
export const countDue = async (db: Db, userId: number, now: Date): Promise<number> =>
  Number((await counted(db, userId, now.toISOString()))?.words ?? 0);
