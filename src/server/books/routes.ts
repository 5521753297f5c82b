import type * as books from '#lib/contract/books.ts';
import type { PublicCtx } from '../http/ctx.ts';
import type { Routes } from '../http/handler.ts';
import { findCounted } from './find-counted.ts';
import { linkBook } from './link-book.ts';
import { readerFor, requireBooksOf } from './policy.ts';
import { presentBook, presentLivro } from './present.ts';
import { booksOfUser } from './queries.ts';
import { booksStaffRoutes } from './staff-routes.ts';
import { unlinkOwnBook, unlinkUserBook } from './unlink-book.ts';

export const booksRoutes: Routes<typeof books> = {
  listOwnBooks: async (_input, { db, session }) => (await booksOfUser(db, session)).map((row) => presentBook(row)),
  linkBook: ({ body }, ctx) => linkBook(ctx, body.uuid ?? body.code ?? ''),
  listUserBooks: async ({ params }, { db, session }) => {
    await requireBooksOf(db, session, params.id);
    return (await booksOfUser(db, readerFor(session, params.id))).map((row) => presentBook(row));
  },
  getBook: async ({ params }, ctx) => {
    const row = await lookUp(ctx, params.uuid);
    const session = await ctx.findSession();
    const isOwn = session?.userId === row.user_id && (session?.bookId ?? row.id) === row.id;
    return presentBook(row, !isOwn);
  },
  unlinkOwnBook: ({ params }, ctx) => unlinkOwnBook(ctx, params.id),
  unlinkUserBook: ({ params }, ctx) => unlinkUserBook(ctx, params.userId, params.id),
  checkEmptyBook: async ({ params }, ctx) => {
    const row = await lookUp(ctx, params.id);
    return { uuid: row.uuid, is_empty: row.user_id === null, livro: presentLivro(row) };
  },
  ...booksStaffRoutes,
};

/** Codes are printed secrets, so one address may guess only few of them (BOOK-11). */
function lookUp(ctx: PublicCtx, key: string) {
  return findCounted(ctx, 'book-look-up-address', ctx.caller.address, key);
}
