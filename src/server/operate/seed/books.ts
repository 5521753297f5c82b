import type { Db } from '../../core/db/connection.ts';
import { writeCatalogue } from '../../study/books/write-book.ts';
import type { SeedClock } from './clock.ts';
import { seedStudies } from './practice.ts';

export const userBooks = [
  { id: 1, uuid: '11111111-1111-4111-8111-111111111111', code: 'KNN-LIVRO-0001', livro_id: 2, user_id: 1 },
  { id: 2, uuid: '22222222-2222-4222-8222-222222222222', code: 'KNN-LIVRO-0002', livro_id: 1, user_id: null },
  { id: 3, uuid: '33333333-3333-4333-8333-333333333333', code: 'KNN-LIVRO-0003', livro_id: 3, user_id: 4 },
  { id: 4, uuid: '44444444-4444-4444-8444-444444444444', code: 'PHENOM-LIVRO-0001', livro_id: 4, user_id: 12 },
];

export async function seedBooks(db: Db, clock: SeedClock): Promise<void> {
  const linked = clock.at(clock.shift(clock.today, -90), '15:30');
  await writeCatalogue(db, linked);
  await db
    .insertInto('user_books')
    .values(userBooks.map((book) => ({ ...book, linked_at: book.user_id === null ? null : linked, expires_at: null })))
    .execute();
  await seedStudies(db, clock);
}
