import type { UserBook } from '#lib/contract/books.schema.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { findCounted } from './find-counted.ts';
import { presentBook } from './present.ts';
import { bookById } from './queries.ts';

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
