import { errorMessages } from '#lib/words/errors.ts';
import type { Db } from '../../core/db/connection.ts';
import { reachBy, reachesPerson } from '../../core/http/access.ts';
import type { Session } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Reader } from './read-books.ts';

/**
 * Users may see their own books, staff those of people in reach (MANAGER-08).
 *
 * @throws Refusal 404, also for another person's books (ROLE-08, BOOK-10).
 */
export async function requireBooksOf(db: Db, session: Session, userId: number): Promise<void> {
  if (session.userId === userId) return;
  const reach = session.scope === 'full' ? reachBy(session, ['alunos']) : null;
  if (!reach || !(await reachesPerson(db, reach, userId))) throw notFound(errorMessages.books.userUnknown);
}

/** The books of a user that a session may see, after `requireBooksOf`. */
export const readerFor = (session: Session, userId: number): Reader =>
  session.userId === userId ? session : { userId, bookId: null };
