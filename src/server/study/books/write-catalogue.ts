import { books } from '../../core/content/books.ts';
import type { Db } from '../../core/db/connection.ts';
import type { OnProgress } from '../../on-progress.ts';
import { noteVersion } from './book-versions.ts';
import { writeBook } from './write-book.ts';

/** Tables whose rows get their ids here: PostgreSQL does not count such ids. */
export const catalogueTables = ['livros', 'unidades', 'audios', 'palavras', 'testes', 'questoes'] as const;

/**
 * Writes every book of the franchise with its units, audios, words and tests.
 *
 * @param at when, in UTC
 * @param onProgress hears how many books are written
 * @returns codes of the new books.
 */
export async function writeCatalogue(db: Db, at: string, onProgress?: OnProgress): Promise<string[]> {
  const added: string[] = [];
  const all = books();
  for (const [index, book] of all.entries()) {
    onProgress?.(index, all.length);
    const written = await writeBook(db, book, null);
    await noteVersion(db, written, book, { at, by: null });
    if (written.isNew) added.push(book.codigo);
  }
  onProgress?.(all.length, all.length);
  return added;
}
