import type { Db } from '../db/connection.ts';

/**
 * The books that a school sees: those of the franchise and its own, without archives.
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

/** Whether a copy is of another school's own book. A person without a school may hold any copy. */
export const isForeign = (book: { escola_do_livro: number | null }, escolaId: number | null): boolean =>
  book.escola_do_livro !== null && escolaId !== null && book.escola_do_livro !== escolaId;
