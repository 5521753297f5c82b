import { errorMessages } from '#lib/words/errors.ts';
import { requireManager } from '../http/access.ts';
import type { Ctx } from '../http/ctx.ts';
import { notFound } from '../http/refusal.ts';
import { requireBooksOf } from './policy.ts';

/**
 * Takes the link of a book away, and what it says of its reader: whoever links it next begins anew. What the reader heard,
 * rated and answered stays with him.
 *
 * @throws Refusal 404 when it is not that user's.
 */
async function unlinkBook({ db, session, now }: Ctx, userId: number, bookId: number): Promise<{ detail: string }> {
  const unlinked = await db
    .updateTable('user_books')
    .set({ user_id: null, linked_at: null })
    .where('id', '=', bookId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!unlinked) throw notFound(errorMessages.books.unlink);
  await db.deleteFrom('unidade_progressos').where('user_book_id', '=', bookId).execute();
  await db
    .insertInto('audit_log')
    .values({
      user_id: session.userId,
      action: 'book-unlink',
      target: `book:${bookId}`,
      at: now().toISOString(),
      data: null,
      about_user_id: userId,
    })
    .execute();
  return { detail: 'Livro desvinculado.' };
}

/** Who came with the printed code alone could take the book over, so a password is needed. @throws Refusal 403 */
export function unlinkOwnBook(ctx: Ctx, bookId: number): Promise<{ detail: string }> {
  return unlinkBook(ctx, ctx.session.userId, bookId);
}

/** The same for a manager, within the own school (BOOK-07). */
export async function unlinkUserBook(ctx: Ctx, userId: number, bookId: number): Promise<{ detail: string }> {
  requireManager(ctx.session);
  await requireBooksOf(ctx.db, ctx.session, userId);
  return unlinkBook(ctx, userId, bookId);
}
