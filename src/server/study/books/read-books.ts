import type { UserBook } from '#lib/contract/books.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import { presentBook } from './present.ts';
import { bookByKey, booksLinkedTo, openedBy } from './queries.ts';
import type { Reader } from './reader.ts';

/** A user's books with the progress in each unit, by one statement. */
export async function booksWithUnits(db: Db, { userId, bookId }: Reader) {
  const { books, units } = await booksAndUnits(db, userId);
  return openedBy(books, bookId).map((row) => ({
    book: presentBook(row) satisfies UserBook,
    units: units.filter(({ user_book_id }) => user_book_id === row.id),
  }));
}

/**
 * A copy that nobody owns, with its units; null when there is none, or somebody owns it. What a reader did before does
 * not show.
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
