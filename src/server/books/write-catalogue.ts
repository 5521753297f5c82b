import { books } from '../content/books.ts';
import type { Db } from '../db/connection.ts';
import { noteVersion } from './book-versions.ts';
import { writeBook } from './write-book.ts';

/** Tables whose rows get their ids here: PostgreSQL does not count such ids. */
export const catalogueTables = ['livros', 'unidades', 'audios', 'palavras', 'testes', 'questoes'] as const;

/**
 * Writes every book of the franchise with its units, audios, words and tests.
 *
 * @param at when, in UTC
 * @returns codes of the new books.
 */
export async function writeCatalogue(db: Db, at: string): Promise<string[]> {
  const added: string[] = [];
  for (const book of books()) {
    const written = await writeBook(db, book, null);
    await noteVersion(db, written, book, { at, by: null });
    if (written.isNew) added.push(book.codigo);
  }
  return added;
}
