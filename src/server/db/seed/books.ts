import type { Db } from '../connection.ts';
import type { SeedClock } from './clock.ts';
import { contents } from './content/index.ts';
import { seedContents, seedStudies } from './practice.ts';

export const livros = [
  { id: 1, codigo: 'WAY-1', nome: 'On the Way 1', linha: 'A', nivel_cefr: 'A1' },
  { id: 2, codigo: 'WAY-2', nome: 'On the Way 2', linha: 'A', nivel_cefr: 'A2' },
  { id: 3, codigo: 'REACH-1', nome: 'Within Reach 1', linha: 'B', nivel_cefr: 'B1' },
  { id: 4, codigo: 'REACH-2', nome: 'Within Reach 2', linha: 'B', nivel_cefr: 'B2' },
] as const;

export const userBooks = [
  { id: 1, uuid: '11111111-1111-4111-8111-111111111111', code: 'KNN-LIVRO-0001', livro_id: 2, user_id: 1 },
  { id: 2, uuid: '22222222-2222-4222-8222-222222222222', code: 'KNN-LIVRO-0002', livro_id: 1, user_id: null },
  { id: 3, uuid: '33333333-3333-4333-8333-333333333333', code: 'KNN-LIVRO-0003', livro_id: 3, user_id: 4 },
];

export async function seedBooks(db: Db, clock: SeedClock): Promise<void> {
  const linked = clock.at(clock.shift(clock.today, -90), '15:30');
  await db
    .insertInto('livros')
    .values(
      livros.map((livro) => ({
        ...livro,
        capa_url: `/brand/livros/${livro.codigo.toLowerCase()}.svg`,
        unidades_total: 8,
      })),
    )
    .execute();
  await db
    .insertInto('unidades')
    .values(
      livros.flatMap((livro) =>
        (contents[livro.codigo.toLowerCase()] ?? []).map(({ titulo, audios, words }, index) => ({
          id: livro.id * 100 + index + 1,
          livro_id: livro.id,
          numero: index + 1,
          titulo,
          pagina_inicial: 6 + index * 12,
          audios_total: audios.length,
          palavras_total: words.length,
          testes_total: 1,
        })),
      ),
    )
    .execute();
  await db
    .insertInto('user_books')
    .values(userBooks.map((book) => ({ ...book, linked_at: book.user_id === null ? null : linked, expires_at: null })))
    .execute();
  await seedContents(db, livros);
  await seedStudies(db, clock);
}
