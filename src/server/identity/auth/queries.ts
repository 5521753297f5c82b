import type { Db } from '../../core/db/connection.ts';

/** A linked book, by its uuid or its printed code; null for an unknown or empty book. */
export async function linkedBook(db: Db, code: string): Promise<{ id: number; user_id: number } | null> {
  const book = await db
    .selectFrom('user_books')
    .select(['id', 'user_id'])
    .where((where) => where.or([where('uuid', '=', code.toLowerCase()), where('code', '=', code.toUpperCase())]))
    .executeTakeFirst();
  return book && book.user_id !== null ? { id: book.id, user_id: book.user_id } : null;
}

/** Invalidates this token, also for anybody who copied it (S16). */
export const endToken = (db: Db, { id, expires }: { id: string; expires: number }) =>
  db
    .insertInto('ended_tokens')
    .values({ jti: id, expires_at: new Date(expires * 1000).toISOString() })
    .onConflict((known) => known.column('jti').doNothing())
    .execute();
