import type { Db } from '../connection.ts';
import type { SeedClock } from './clock.ts';

const units = {
  A1: [
    'Hello, world',
    'My family',
    'Daily routine',
    'Around town',
    'Food and drink',
    'Free time',
    'Yesterday',
    'Plans for the weekend',
  ],
  A2: [
    'Old friends',
    'At work',
    'A trip to remember',
    'Shopping smart',
    'Health matters',
    'The way we were',
    'Making plans',
    'What if?',
  ],
  B1: [
    'First impressions',
    'Life stories',
    'City or country',
    'The digital age',
    'Rules and rights',
    'Money talks',
    'Big decisions',
    'A better world',
  ],
  B2: [
    'Points of view',
    'Behind the headlines',
    'Risk and reward',
    'Crossing cultures',
    'The art of persuasion',
    'Science today',
    'Turning points',
    'Looking ahead',
  ],
} as const;

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
        units[livro.nivel_cefr].map((titulo, index) => ({
          id: livro.id * 100 + index + 1,
          livro_id: livro.id,
          numero: index + 1,
          titulo,
          pagina_inicial: 6 + index * 12,
          audios_total: 4,
          palavras_total: 12,
          testes_total: 1,
        })),
      ),
    )
    .execute();
  await db
    .insertInto('user_books')
    .values(userBooks.map((book) => ({ ...book, linked_at: book.user_id === null ? null : linked, expires_at: null })))
    .execute();
  await db
    .insertInto('unidade_progressos')
    .values([1, 2, 3, 4].map((numero) => progress(clock, numero)))
    .execute();
}

/** Ana finished three units and stopped in the middle of the fourth. */
function progress(clock: SeedClock, numero: number) {
  const isDone = numero < 4;
  const at = clock.at(clock.shift(clock.today, isDone ? numero * 14 - 60 : -1), '20:15');
  return {
    user_book_id: 1,
    unidade_id: 200 + numero,
    audios_ouvidos: isDone ? 4 : 2,
    palavras_dominadas: isDone ? 11 + (numero % 2) : 5,
    testes_feitos: isDone ? 1 : 0,
    concluida_em: isDone ? at : null,
    atualizado_em: at,
  };
}
