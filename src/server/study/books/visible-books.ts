import type { Db } from '../../core/db/connection.ts';

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

interface Copy {
  user_id: number | null;
  escola_do_livro: number | null;
  escola_do_exemplar: number | null;
}

/**
 * Whether a copy is of another school's own book, or was made for another school and has no reader yet (0141). A person
 * without a school may hold any copy.
 */
export function isForeign({ user_id, escola_do_livro, escola_do_exemplar }: Copy, escolaId: number | null): boolean {
  const isOther = (own: number | null) => own !== null && escolaId !== null && own !== escolaId;
  return isOther(escola_do_livro) || (user_id === null && isOther(escola_do_exemplar));
}
