import type { Db } from '../../core/db/connection.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Reader } from './read-books.ts';

const books = (db: Db) =>
  db
    .selectFrom('user_books')
    .innerJoin('livros', 'livros.id', 'user_books.livro_id')
    .leftJoin('users', 'users.id', 'user_books.user_id')
    .select([
      'user_books.id',
      'user_books.uuid',
      'user_books.code',
      'user_books.user_id',
      'user_books.linked_at',
      'user_books.expires_at',
      'users.full_name as owner_name',
      'livros.id as livro_id',
      'livros.codigo',
      'livros.nome',
      'livros.linha',
      'livros.nivel_cefr',
      'livros.capa_url',
      'livros.unidades_total',
      'livros.escola_id as escola_do_livro',
      'user_books.escola_id as escola_do_exemplar',
    ]);

export type BookRow = Awaited<ReturnType<ReturnType<typeof books>['executeTakeFirstOrThrow']>>;

/** The books of a user, the last linked first. */
export const booksLinkedTo = (db: Db, userId: number) =>
  books(db)
    .where('user_books.user_id', '=', userId)
    .orderBy('user_books.linked_at', 'desc')
    .orderBy('user_books.id', 'desc');
const ofUser = prepared(booksLinkedTo);

export async function booksOfUser(db: Db, { userId, bookId }: Reader): Promise<BookRow[]> {
  return openedBy(await ofUser(db, userId), bookId);
}

/** Of some books, those that a reader may open. */
export const openedBy = (rows: BookRow[], bookId: Reader['bookId']): BookRow[] =>
  bookId === null ? rows : rows.filter(({ id }) => id === bookId);

/** By uuid (lower case) or printed code (upper case). */
export const bookByKey = (db: Db, key: string): Promise<BookRow | undefined> =>
  books(db)
    .where((where) =>
      where.or([where('user_books.uuid', '=', key.toLowerCase()), where('user_books.code', '=', key.toUpperCase())]),
    )
    .executeTakeFirst();

export const bookById = (db: Db, id: number): Promise<BookRow | undefined> =>
  books(db).where('user_books.id', '=', id).executeTakeFirst();
