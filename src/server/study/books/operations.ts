import { z } from 'zod';
import { BookKey, LinkBookInput } from '#lib/contract/books.schema.ts';
import * as contract from '#lib/contract/books.ts';
import { IdParam, OneId } from '#lib/contract/shapes.schema.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { endpoint, operation } from '../../core/http/operation.ts';
import { holderOfSecret, owner, ownerOrStaff, staff, user } from '../../core/http/who.ts';
import { findBook, linkUserBook, renewBookCode } from './copies.ts';
import { linkBook, unlinkOwnBook, unlinkUserBook } from './link-book.ts';
import { readerFor, requireBooksOf } from './policy.ts';
import { presentBook, presentLivro } from './present.ts';
import { booksOfUser } from './queries.ts';
import { findCounted } from './write-book.ts';

/** The operations of books. */
export const booksOperations = {
  /** The reader of a book, by its uuid or printed code. */
  findBook: operation({
    who: staff('alunos'),
    does: 'reads',
    connected: 'composed',
    input: z.object({ key: BookKey }),
    run: ({ key }, ctx) => findBook(ctx, key),
  }),
  /** Links a book to a user of the own school; refused when it has a reader. */
  linkUserBook: operation({
    who: staff('alunos', 'person'),
    does: 'writes',
    connected: 'staff',
    input: LinkBookInput.safeExtend({ id: IdParam }),
    run: ({ id, uuid, code }, ctx) => linkUserBook(ctx, id, uuid ?? code ?? ''),
  }),
  /** Gives a book of the own school a new code: the printed one becomes invalid. */
  renewBookCode: operation({
    who: staff('alunos', 'bookCode'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => renewBookCode(ctx, id),
  }),
  listOwnBooks: endpoint(contract.listOwnBooks, {
    who: user,
    connected: 'host',
    scopes: ['book'],
    run: async (_input, { db, session }) => (await booksOfUser(db, session)).map((row) => presentBook(row)),
  }),
  linkBook: endpoint(contract.linkBook, {
    who: user,
    connected: 'host',
    run: ({ body }, ctx) => linkBook(ctx, body.uuid ?? body.code ?? ''),
  }),
  listUserBooks: endpoint(contract.listUserBooks, {
    who: ownerOrStaff('alunos', 'person'),
    connected: 'host',
    scopes: ['book'],
    run: async ({ params }, { db, session }) => {
      await requireBooksOf(db, session, params.id);
      return (await booksOfUser(db, readerFor(session, params.id))).map((row) => presentBook(row));
    },
  }),
  getBook: endpoint(contract.getBook, {
    who: holderOfSecret,
    connected: 'host',
    scopes: ['book'],
    run: async ({ params }, ctx) => {
      const row = await lookUp(ctx, params.uuid);
      const session = await ctx.findSession();
      const isOwn = session?.userId === row.user_id && (session?.bookId ?? row.id) === row.id;
      return presentBook(row, !isOwn);
    },
  }),
  unlinkOwnBook: endpoint(contract.unlinkOwnBook, {
    who: owner('copy'),
    connected: 'host',
    run: ({ params }, ctx) => unlinkOwnBook(ctx, params.id),
  }),
  unlinkUserBook: endpoint(contract.unlinkUserBook, {
    who: staff('alunos', 'copy'),
    connected: 'host',
    run: ({ params }, ctx) => unlinkUserBook(ctx, params.userId, params.id),
  }),
  checkEmptyBook: endpoint(contract.checkEmptyBook, {
    who: holderOfSecret,
    connected: 'host',
    run: async ({ params }, ctx) => {
      const row = await lookUp(ctx, params.id);
      return { uuid: row.uuid, is_empty: row.user_id === null, livro: presentLivro(row) };
    },
  }),
};

/** Look-ups of codes are limited by address, because codes are printed secrets (BOOK-11). */
function lookUp(ctx: PublicCtx, key: string) {
  return findCounted(ctx, 'book-look-up-address', ctx.caller.address, key);
}
