import { z } from 'zod';
import { BookKey, LinkBookInput } from '#lib/contract/books.schema.ts';
import { IdParam, OneId } from '#lib/contract/shapes.schema.ts';
import { operation } from '../http/operation.ts';
import { staff } from '../http/who.ts';
import { findBook, linkUserBook, renewBookCode } from './manage-books.ts';

/** What the area offers. */
export const booksOperations = {
  /** Whose book this is, by its uuid or printed code. */
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
  /** Gives a book of the own school a new code: the printed one opens nothing any more. */
  renewBookCode: operation({
    who: staff('alunos', 'bookCode'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => renewBookCode(ctx, id),
  }),
};
