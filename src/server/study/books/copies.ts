import { randomInt, randomUUID } from 'node:crypto';
import type { CopiesInput } from '#lib/contract/books-staff.schema.ts';
import { CODE_ALPHABET } from '#lib/rules/account/document-code.ts';
import type { Db } from '../../core/db/connection.ts';
import { within } from '../../core/db/reach.ts';
import { isAdmin } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import { csv, csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { requireOpenUnit } from '../../core/http/open-unit.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { endAllSessions } from '../../identity/auth/session.ts';
import { requireBooksOf } from './policy.ts';
import { presentBook } from './present.ts';
import { type BookRow, bookById } from './queries.ts';
import { booksOfSchool } from './read-books.ts';
import { findCounted } from './write-book.ts';

const GROUP = 4;
const GROUPS = 3;
const MAX_FIRST = 10;
/** Rows of one statement. */
const SOME = 200;

/** An unguessable code: 60 bits, after the book’s own word. @param codigo the book's code, or this word */
function newCopyCode(codigo: string): string {
  const letters = () => Array.from({ length: GROUP }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  const first = codigo.replaceAll('-', '').slice(0, MAX_FIRST).padEnd(2, 'X');
  return [first, ...Array.from({ length: GROUPS }, letters)].join('-');
}

interface NewBatch {
  livro: { id: number; codigo: string };
  unidade: { id: number; escola_id: number };
  quantidade: number;
  at: string;
  /** null: made by a command. */
  by: number | null;
}

/** Makes copies without a reader, all together. @returns the id of their batch. */
export async function makeCopies(tx: Db, { livro, unidade, quantidade, at, by }: NewBatch): Promise<number> {
  const { id } = await tx
    .insertInto('livro_lotes')
    .values({
      livro_id: livro.id,
      company_id: unidade.id,
      quantidade,
      created_at: at,
      criado_por: by,
      baixado_em: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let made = 0; made < quantidade; made += SOME) {
    const copies = Array.from({ length: Math.min(SOME, quantidade - made) }, () => ({
      uuid: randomUUID(),
      code: newCopyCode(livro.codigo),
      livro_id: livro.id,
      user_id: null,
      linked_at: null,
      expires_at: null,
      lote_id: id,
      escola_id: unidade.escola_id,
    }));
    await tx.insertInto('user_books').values(copies).execute();
  }
  return id;
}

/** Makes a batch of copies for a unit of the manager's reach, with a log entry. @throws Refusal 404, 422 */
export async function createCopies(ctx: Ctx, tx: Db, bookId: number, input: CopiesInput) {
  const { reach, session, now } = ctx;
  const unit = await tx
    .selectFrom('companies')
    .$call(within(reach))
    .select(['companies.id', 'companies.nome', 'companies.escola_id'])
    .where('companies.id', '=', input.unidade_id)
    .executeTakeFirst();
  const livro = await booksOfSchool(tx, unit?.escola_id ?? reach.escolaId)
    .select(['livros.id', 'livros.codigo'])
    .where('livros.id', '=', bookId)
    .executeTakeFirst();
  if (!livro) throw notFound('Não encontramos este livro na sua escola.');
  if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha uma unidade' });
  await requireOpenUnit(tx, unit.id);
  const at = now().toISOString();
  const { quantidade } = input;
  const id = await makeCopies(tx, { livro, unidade: unit, quantidade, at, by: session.userId });
  await audit({ ...ctx, db: tx }, 'book-copies-create', `book-title:${livro.id}`, {
    depois: { exemplares: quantidade, unidade: unit.nome },
  });
  return { id, unidade: unit.nome, quantidade, usados: 0, created_at: at, baixado_em: null };
}

/**
 * The codes of a batch for printing. The list opens every book in it, so it can be downloaded once; after that the panel shows
 * only numbers.
 *
 * @throws Refusal 404, 409 for the second time
 */
export async function downloadCopies(ctx: Ctx, batchId: number): Promise<FileAnswer> {
  const { db, reach, now } = ctx;
  const batch = await db
    .selectFrom('livro_lotes')
    .innerJoin('companies', 'companies.id', 'livro_lotes.company_id')
    .innerJoin('livros', 'livros.id', 'livro_lotes.livro_id')
    .$call(within(reach))
    .select(['livro_lotes.id', 'livro_lotes.livro_id', 'companies.nome as unidade', 'livros.codigo', 'livros.nome'])
    .where('livro_lotes.id', '=', batchId)
    .executeTakeFirst();
  if (!batch) throw notFound('Não encontramos este lote na sua escola.');
  return db.transaction().execute(async (tx) => {
    const first = await tx
      .updateTable('livro_lotes')
      .set({ baixado_em: now().toISOString() })
      .where('id', '=', batchId)
      .where('baixado_em', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!first) throw conflict('Esta lista já foi baixada. Se ela se perdeu, crie outros códigos.');
    await audit({ ...ctx, db: tx }, 'book-copies-download', `book-title:${batch.livro_id}`, {
      depois: { lote: batchId },
    });
    return csvFile(`exemplares-${batch.codigo.toLowerCase()}-${batchId}`, await copiesCsv(tx, batchId));
  });
}

/** The codes of a batch, one a line. */
export async function copiesCsv(db: Db, batchId: number): Promise<string> {
  const rows = await db
    .selectFrom('user_books')
    .innerJoin('livros', 'livros.id', 'user_books.livro_id')
    .select(['user_books.code', 'user_books.uuid', 'livros.codigo'])
    .where('user_books.lote_id', '=', batchId)
    .orderBy('user_books.id')
    .execute();
  return csv([['codigo', 'livro', 'uuid'], ...rows.map(({ code, codigo, uuid }) => [code, codigo, uuid])]);
}

/** The reader of a book, for managers: the name within their own school, otherwise only that it has a reader (BOOK-11). */
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
 * Links a book to a user of the manager's own school, with a log entry. Two users cannot both get the book.
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
 * Gives a book a new code and a new uuid. The printed code no longer opens it, and all sessions and devices of its reader end.
 * The book needs a reader of the manager's own school: without a reader a new code would be useless.
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
      .set({ code: newCopyCode(found.code.split('-')[0] ?? ''), uuid: randomUUID() })
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

/** null for admins, who may act in every school. */
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

const note = (ctx: Ctx, db: Db, action: string, bookId: number, about: number): Promise<void> =>
  audit({ ...ctx, db }, action, `book:${bookId}`, { about });
