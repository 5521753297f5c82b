import type { UserBook } from '#lib/contract/books.schema.ts';
import { errorMessages } from '#lib/words/errors.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { requireBooksOf } from './policy.ts';
import { presentBook } from './present.ts';
import { bookById } from './queries.ts';
import { findCounted } from './write-book.ts';

/**
 * Links a book to the logged-in user. The link is one conditional update, so two users cannot both get the book.
 *
 * @throws Refusal 404 for an unknown code, 409 for somebody else's book, without the owner's name (BOOK-11).
 */
export async function linkBook(ctx: Ctx, key: string): Promise<UserBook> {
  const { db, session, now } = ctx;
  const found = await findCounted(ctx, 'book-look-up', `user:${session.userId}`, key, session.escolaId);
  if (found.user_id !== session.userId) {
    const linked = await db
      .updateTable('user_books')
      .set({ user_id: session.userId, linked_at: now().toISOString() })
      .where('id', '=', found.id)
      .where('user_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!linked) throw conflict('Este livro já está ligado a outra pessoa. Fale com a sua escola.', 'book_taken');
  }
  const book = await bookById(db, found.id);
  if (!book) throw notFound();
  return presentBook(book);
}

/**
 * Removes the link of a book and its data about the reader, so that the next reader starts from the beginning. The previous
 * reader keeps the listening, ratings and answers.
 *
 * @throws Refusal 404 when the book is not that user's.
 */
async function unlinkBook(ctx: Ctx, userId: number, bookId: number): Promise<{ detail: string }> {
  const { db } = ctx;
  const unlinked = await db
    .updateTable('user_books')
    .set({ user_id: null, linked_at: null })
    .where('id', '=', bookId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!unlinked) throw notFound(errorMessages.books.unlink);
  await db.deleteFrom('unidade_progressos').where('user_book_id', '=', bookId).execute();
  await audit(ctx, 'book-unlink', `book:${bookId}`, { about: userId });
  return { detail: 'Livro desvinculado.' };
}

/** Requires a password, because a finder of the printed code could take the book over. @throws Refusal 403 */
export function unlinkOwnBook(ctx: Ctx, bookId: number): Promise<{ detail: string }> {
  return unlinkBook(ctx, ctx.session.userId, bookId);
}

/** As above for a manager, in their own school (BOOK-07). */
export async function unlinkUserBook(ctx: Ctx, userId: number, bookId: number): Promise<{ detail: string }> {
  await requireBooksOf(ctx.db, ctx.session, userId);
  return unlinkBook(ctx, userId, bookId);
}
