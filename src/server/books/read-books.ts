import type { UserBook } from '#lib/contract/books.schema.ts';
import type { Db } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import { presentBook } from './present.ts';
import { booksOfUser } from './queries.ts';
import type { Reader } from './reader.ts';

/** A user's books with the progress in each unit: two queries however many books there are. */
export async function booksWithUnits(db: Db, reader: Reader) {
  const rows = await booksOfUser(db, reader);
  if (rows.length === 0) return [];
  const units = await unitsOf(db, reader.userId);
  return rows.map((row) => ({
    book: presentBook(row) satisfies UserBook,
    units: units.filter(({ user_book_id }) => user_book_id === row.id),
  }));
}

const unitsOf = prepared((db, userId: number) =>
  db
    .selectFrom('user_books')
    .innerJoin('unidades', 'unidades.livro_id', 'user_books.livro_id')
    .leftJoin('unidade_progressos', (join) =>
      join
        .onRef('unidade_progressos.user_book_id', '=', 'user_books.id')
        .onRef('unidade_progressos.unidade_id', '=', 'unidades.id'),
    )
    .where('user_books.user_id', '=', userId)
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
    .orderBy('unidades.numero'),
);
