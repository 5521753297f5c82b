import { randomInt, randomUUID } from 'node:crypto';
import { CODE_ALPHABET } from '#lib/rules/account/document-code.ts';
import type { Db } from '../../core/db/connection.ts';
import { isAdmin } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { endAllSessions } from '../../identity/auth/session.ts';
import { requireBooksOf } from './policy.ts';
import { presentBook } from './present.ts';
import { type BookRow, bookById } from './queries.ts';
import { findCounted } from './write-book.ts';

/** Whose book this is, for managers: a name of their own school, else only that it has a reader (BOOK-11). */
export async function findBook(ctx: Ctx, key: string) {
  const row = await findCounted(ctx, 'book-look-up', `user:${ctx.session.userId}`, key, schoolOf(ctx.session));
  const isReached = row.user_id === null || (await reaches(ctx, row.user_id));
  return {
    livro: presentBook(row, !isReached),
    leitor: isReached && row.user_id !== null ? { id: row.user_id, full_name: row.owner_name ?? '' } : null,
    de_outra_escola: !isReached,
  };
}

/**
 * Links a book to a user of the manager's own school, on record. Two users cannot both get the book.
 *
 * @throws Refusal 404 for another school's user or an unknown code, 409 `book_taken` for another reader's book.
 */
export async function linkUserBook(ctx: Ctx, userId: number, key: string) {
  await requireBooksOf(ctx.db, ctx.session, userId);
  const found = await findCounted(ctx, 'book-look-up', `user:${ctx.session.userId}`, key, schoolOf(ctx.session));
  if (found.user_id === userId) return presentBook(found);
  return ctx.db.transaction().execute(async (tx) => {
    const linked = await tx
      .updateTable('user_books')
      .set({ user_id: userId, linked_at: ctx.now().toISOString() })
      .where('id', '=', found.id)
      .where('user_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!linked) throw conflict('Este livro já está ligado a outra pessoa. Desvincule antes de ligar.', 'book_taken');
    await note(ctx, tx, 'book-link', found.id, userId);
    return presentBook(await sameBook(tx, found.id));
  });
}

/**
 * Gives a book a new code and a new uuid. The printed code no longer opens it, and all sessions and devices of its
 * reader end. The book needs a reader of the manager's own school: without a reader, the paper would be worth nothing.
 *
 * @throws Refusal 404
 */
export async function renewBookCode(ctx: Ctx, id: number) {
  const found = await bookById(ctx.db, id);
  const reader = found?.user_id ?? null;
  if (!found || reader === null || !(await reaches(ctx, reader))) throw notFound('Não encontramos este livro.');
  return ctx.db.transaction().execute(async (tx) => {
    const renewed = await tx
      .updateTable('user_books')
      .set({ code: makeCode(found.code), uuid: randomUUID() })
      .where('id', '=', id)
      .where('user_id', '=', reader)
      .where('uuid', '=', found.uuid)
      .returning('id')
      .executeTakeFirst();
    if (!renewed) throw conflict('Este livro mudou agora mesmo. Abra a página de novo.');
    await endAllSessions(tx, reader);
    await note(ctx, tx, 'book-code-renew', id, reader);
    return presentBook(await sameBook(tx, id));
  });
}

/** Admins act in every school. */
const schoolOf = (session: Ctx['session']): number | null => (isAdmin(session) ? null : session.escolaId);

const reaches = ({ db, session }: Ctx, userId: number): Promise<boolean> =>
  requireBooksOf(db, session, userId).then(
    () => true,
    () => false,
  );

async function sameBook(db: Db, id: number): Promise<BookRow> {
  const row = await bookById(db, id);
  if (!row) throw notFound();
  return row;
}

const GROUP = 4;
const GROUPS = 2;

/** A code that nobody can guess and people can say on the telephone. Its first word stays. */
function makeCode(before: string): string {
  const letters = () => Array.from({ length: GROUP }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return [before.split('-')[0], ...Array.from({ length: GROUPS }, letters)].join('-');
}

const note = (ctx: Ctx, db: Db, action: string, bookId: number, about: number): Promise<void> =>
  audit({ ...ctx, db }, action, `book:${bookId}`, { about });
