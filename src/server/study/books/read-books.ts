import type { UserBook } from '#lib/contract/books.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import { presentBook } from './present.ts';
import { bookByKey, booksLinkedTo, openedBy } from './queries.ts';

/** A user's books with the progress in each unit, in one statement. */
export async function booksWithUnits(db: Db, { userId, bookId }: Reader) {
  const { books, units } = await booksAndUnits(db, userId);
  return openedBy(books, bookId).map((row) => ({
    book: presentBook(row) satisfies UserBook,
    units: units.filter(({ user_book_id }) => user_book_id === row.id),
  }));
}

/** The books of a user, the last linked first. */
export const readLinkedBooks = async (db: Db, userId: number): Promise<UserBook[]> =>
  (await booksLinkedTo(db, userId).execute()).map((row) => presentBook(row));

/**
 * A copy without an owner, with its units; null when there is none, or it has an owner. The progress of a previous reader is not
 * shown.
 */
export async function emptyBookWithUnits(db: Db, uuid: string) {
  const row = await bookByKey(db, uuid);
  if (!row || row.user_id !== null) return null;
  const units = await unitsIn(db).where('user_books.id', '=', row.id).execute();
  const undone = { audios_ouvidos: null, palavras_dominadas: null, testes_feitos: null, concluida_em: null };
  return { book: presentBook(row) satisfies UserBook, units: units.map((unit) => ({ ...unit, ...undone })) };
}

const unitsIn = (db: Db) =>
  db
    .selectFrom('user_books')
    .innerJoin('unidades', 'unidades.livro_id', 'user_books.livro_id')
    .leftJoin('unidade_progressos', (join) =>
      join
        .onRef('unidade_progressos.user_book_id', '=', 'user_books.id')
        .onRef('unidade_progressos.unidade_id', '=', 'unidades.id'),
    )
    .select([
      'user_books.id as user_book_id',
      'unidades.id as unidade_id',
      'unidades.numero',
      'unidades.titulo',
      'unidades.pagina_inicial',
      'unidades.audios_total',
      'unidades.palavras_total',
      'unidades.testes_total',
      'unidade_progressos.audios_ouvidos',
      'unidade_progressos.palavras_dominadas',
      'unidade_progressos.testes_feitos',
      'unidade_progressos.concluida_em',
    ])
    .orderBy('unidades.numero');

const booksAndUnits = preparedParts((db, userId: number) => ({
  books: booksLinkedTo(db, userId),
  units: unitsIn(db).where('user_books.user_id', '=', userId),
}));

/**
 * The books visible to a school: those of the franchise and its own, without archives.
 *
 * @param escolaId null: the books of every school
 */
export const booksOfSchool = (db: Db, escolaId: number | null) =>
  db
    .selectFrom('livros')
    .where('livros.arquivo_de', 'is', null)
    .$if(escolaId !== null, (query) =>
      query.where(({ or, eb }) => or([eb('livros.escola_id', 'is', null), eb('livros.escola_id', '=', escolaId)])),
    );

interface Copy {
  user_id: number | null;
  escola_do_livro: number | null;
  escola_do_exemplar: number | null;
}

/**
 * Whether a copy is of another school's own book, or was made for another school and has no reader yet (0068). A person
 * without a school may hold any copy.
 */
export function isForeign({ user_id, escola_do_livro, escola_do_exemplar }: Copy, escolaId: number | null): boolean {
  const isOther = (own: number | null) => own !== null && escolaId !== null && own !== escolaId;
  return isOther(escola_do_livro) || (user_id === null && isOther(escola_do_exemplar));
}

/** The reader. `bookId`: only that book, in a session by its printed code (S17). */
export interface Reader {
  userId: number;
  bookId: number | null;
}
