import type { PublicCtx } from '../../core/http/ctx.ts';
import { countFailures, type Rule } from '../../core/http/limits.ts';
import { notFound } from '../../core/http/refusal.ts';
import { type BookRow, bookByKey } from './queries.ts';
import { isForeign } from './visible-books.ts';

/**
 * Finds a book by its uuid or its printed code. Unknown codes count against the limit, real ones do not (BOOK-11).
 *
 * @param escolaId the school of the reader: another school's own book is unknown there; null: no school
 * @throws Refusal 404, 429
 */
export const findCounted = (
  ctx: PublicCtx,
  rule: Rule,
  countedAs: string,
  key: string,
  escolaId: number | null = null,
): Promise<BookRow> =>
  countFailures(ctx.limits, rule, countedAs, async () => {
    const row = await bookByKey(ctx.db, key);
    if (!row || isForeign(row, escolaId)) throw notFound('Não encontramos um livro com este código.');
    return row;
  });
