import type { PublicCtx } from '../http/ctx.ts';
import { countFailures, type Rule } from '../http/limits.ts';
import { notFound } from '../http/refusal.ts';
import { type BookRow, bookByKey } from './queries.ts';

/**
 * Finds a book by its uuid or its printed code. Unknown codes count against the limit, real ones do not (BOOK-11).
 *
 * @throws Refusal 404, 429
 */
export const findCounted = (ctx: PublicCtx, rule: Rule, countedAs: string, key: string): Promise<BookRow> =>
  countFailures(ctx.limits, rule, countedAs, async () => {
    const row = await bookByKey(ctx.db, key);
    if (!row) throw notFound('Não encontramos um livro com este código.');
    return row;
  });
