import { errorMessages } from '#lib/words/errors.ts';
import { schoolIdOf } from '../db/people.ts';
import { isAdmin, isManager } from '../http/access.ts';
import type { Db, Session } from '../http/ctx.ts';
import { notFound } from '../http/refusal.ts';
import type { Reader } from './reader.ts';

/**
 * A user sees the own books, a manager those of the own school, an admin all (MANAGER-08).
 *
 * @throws Refusal 404, the same for an unknown user and for another person's (ROLE-08, BOOK-10).
 */
export async function requireBooksOf(db: Db, session: Session, userId: number): Promise<void> {
  if (session.userId === userId) return;
  const unknown = notFound(errorMessages.books.userUnknown);
  if (session.scope !== 'full' || !(isManager(session) || isAdmin(session))) throw unknown;
  const escolaId = await schoolIdOf(db, userId);
  const isOwnSchool = session.escolaId !== null && escolaId === session.escolaId;
  if (escolaId === undefined || !(isAdmin(session) || isOwnSchool)) throw unknown;
}

/** The books of a user that a session may see, after `requireBooksOf`. */
export const readerFor = (session: Session, userId: number): Reader =>
  session.userId === userId ? session : { userId, bookId: null };
