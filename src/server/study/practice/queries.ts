import type { Insertable, Selectable } from 'kysely';
import type { DaySpan } from '#lib/rules/practice/study-day.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Schema } from '../../tables.ts';
import type { Reader } from '../books/read-books.ts';
import type { Memory, Rating } from './memory.ts';

/** Max. words to review in a day. The remaining ones are due tomorrow. */
export const MAX_DUE = 60;
/** Max. words to review ahead at a time. */
const MAX_AHEAD = 10;

export type AudioRow = Selectable<Schema['audios']>;
export type WordRow = Selectable<Schema['palavras']>;
export type QuestionRow = Selectable<Schema['questoes']>;
export type CardRow = Selectable<Schema['cartoes']>;

/**
 * Locks a user, so that ratings and progress are written one after the other. On PostgreSQL the lock is on the row; rows of other
 * tables may refer to it meanwhile.
 */
export const lockUser = (tx: Db, userId: number) =>
  locked(tx, tx.selectFrom('users').select('id').where('id', '=', userId), 'hold').execute();

const ownUnits = (db: Db, { userId, bookId }: Reader) =>
  db
    .selectFrom('unidades')
    .innerJoin('user_books', 'user_books.livro_id', 'unidades.livro_id')
    .where('user_books.user_id', '=', userId)
    .$if(bookId !== null, (query) => query.where('user_books.id', '=', bookId));

export const ownUnit = (db: Db, reader: Reader, unitId: number) =>
  ownUnits(db, reader).where('unidades.id', '=', unitId).selectAll('unidades').executeTakeFirst();

export const ownAudio = (db: Db, reader: Reader, audioId: number) =>
  ownUnits(db, reader)
    .innerJoin('audios', 'audios.unidade_id', 'unidades.id')
    .where('audios.id', '=', audioId)
    .selectAll('audios')
    .executeTakeFirst();

export const ownTest = (db: Db, reader: Reader, testId: number) =>
  ownUnits(db, reader)
    .innerJoin('testes', 'testes.unidade_id', 'unidades.id')
    .where('testes.id', '=', testId)
    .selectAll('testes')
    .executeTakeFirst();

export const ownWords = (db: Db, reader: Reader, ids: readonly number[]) =>
  ownUnits(db, reader)
    .innerJoin('palavras', 'palavras.unidade_id', 'unidades.id')
    .where('palavras.id', 'in', ids)
    .select(['palavras.id', 'palavras.unidade_id'])
    .distinct()
    .execute();

export const audiosIn = prepared((db, units: readonly number[]) =>
  db.selectFrom('audios').where('unidade_id', 'in', units).selectAll().orderBy('faixa'),
);

export const wordsIn = prepared((db, units: readonly number[]) =>
  db.selectFrom('palavras').where('unidade_id', 'in', units).selectAll().orderBy('ordem'),
);

export const filesIn = prepared((db, units: readonly number[]) =>
  db.selectFrom('unidade_arquivos').where('unidade_id', 'in', units).selectAll().orderBy('url'),
);

export const positionsOf = prepared((db, userId: number) =>
  db.selectFrom('audio_posicoes').where('user_id', '=', userId).selectAll(),
);

export const cardsOf = prepared((db, userId: number) =>
  db.selectFrom('cartoes').where('user_id', '=', userId).selectAll(),
);

/** The number of words of each unit that a user has seen. */
export const wordsMetIn = prepared((db, userId: number, units: readonly number[]) =>
  db
    .selectFrom('cartoes')
    .innerJoin('palavras', 'palavras.id', 'cartoes.palavra_id')
    .where('cartoes.user_id', '=', userId)
    .where('palavras.unidade_id', 'in', units)
    .groupBy('palavras.unidade_id')
    .select((eb) => ['palavras.unidade_id', eb.fn.countAll<number | string>().as('total')]),
);

/** Tests of units, each with the user's results. */
export const testsIn = prepared((db, userId: number, units: readonly number[]) =>
  db
    .selectFrom('testes')
    .leftJoin('tentativas', (join) =>
      join.onRef('tentativas.teste_id', '=', 'testes.id').on('tentativas.user_id', '=', userId),
    )
    .where('testes.unidade_id', 'in', units)
    .select((eb) => [
      'testes.id',
      'testes.unidade_id',
      'testes.titulo',
      'testes.tempo_limite_s',
      eb.fn.count<number | string>('tentativas.id').as('tentativas'),
      eb.fn.max('tentativas.nota').as('melhor_nota'),
      eb.fn.max('tentativas.concluida_em').as('ultima_em'),
      eb
        .selectFrom('questoes')
        .whereRef('questoes.teste_id', '=', 'testes.id')
        .select((inner) => inner.fn.countAll<number | string>().as('total'))
        .as('questoes_total'),
    ])
    .groupBy(['testes.id', 'testes.unidade_id', 'testes.titulo', 'testes.tempo_limite_s'])
    .orderBy('testes.id'),
);

export const questionsOf = prepared((db, testId: number) =>
  db.selectFrom('questoes').where('teste_id', '=', testId).selectAll().orderBy('ordem'),
);

/** Cards of a reader's books. */
export const ownCards = (db: Db, { userId, bookId }: Reader) =>
  db
    .selectFrom('cartoes')
    .innerJoin('palavras', 'palavras.id', 'cartoes.palavra_id')
    .innerJoin('unidades', 'unidades.id', 'palavras.unidade_id')
    .where('cartoes.user_id', '=', userId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('user_books')
          .select('user_books.id')
          .whereRef('user_books.livro_id', '=', 'unidades.livro_id')
          .where('user_books.user_id', '=', userId)
          .$if(bookId !== null, (query) => query.where('user_books.id', '=', bookId)),
      ),
    );

const inOrder = (db: Db, reader: Reader) =>
  ownCards(db, reader)
    .selectAll('palavras')
    .select(['unidades.numero', 'unidades.titulo'])
    .orderBy('cartoes.vence_em')
    .orderBy('palavras.id');

const planned = (db: Db, reader: Reader, start: string, end: string) =>
  inOrder(db, reader).where('cartoes.vence_em', '<', end).where('cartoes.ultima_em', '<', start).limit(MAX_DUE);
const plannedInAllBooks = prepared((db, userId: number, start: string, end: string) =>
  planned(db, { userId, bookId: null }, start, end),
);

/** The words to review on a day (`isPlanned`), the longest overdue first. */
export const plannedWords = (db: Db, reader: Reader, { start, end }: DaySpan) =>
  reader.bookId === null ? plannedInAllBooks(db, reader.userId, start, end) : planned(db, reader, start, end).execute();

/** The next words, for a student who continues after the day's plan. */
export const wordsAhead = (db: Db, reader: Reader) => inOrder(db, reader).limit(MAX_AHEAD).execute();

export const savePosition = (db: Db, row: Insertable<Schema['audio_posicoes']>) =>
  db
    .insertInto('audio_posicoes')
    .values(row)
    .onConflict((known) =>
      known.columns(['user_id', 'audio_id']).doUpdateSet({
        posicao_s: row.posicao_s,
        atualizado_em: row.atualizado_em,
        // An audio that was heard to its end stays heard.
        ...(row.ouvido && { ouvido: true }),
      }),
    )
    .returning(['posicao_s', 'ouvido'])
    .executeTakeFirstOrThrow();

/** Existing ratings stay unchanged. */
export const insertRatings = (db: Db, rows: Insertable<Schema['revisoes']>[]) =>
  db
    .insertInto('revisoes')
    .values(rows)
    .onConflict((known) => known.columns(['user_id', 'palavra_id', 'feita_em']).doNothing())
    .execute();

export const ratingsOf = (
  db: Db,
  userId: number,
  words: readonly number[],
): Promise<(Rating & { palavra_id: number })[]> =>
  db
    .selectFrom('revisoes')
    .where('user_id', '=', userId)
    .where('palavra_id', 'in', words)
    .select(['palavra_id', 'nota', 'feita_em', 'contada_em'])
    .execute();

/** Saves all cards of a batch in one query, because it blocks other writers. */
export const saveCards = (db: Db, userId: number, cards: readonly { palavra_id: number; memory: Memory }[]) =>
  db
    .insertInto('cartoes')
    .values(cards.map(({ palavra_id, memory }) => ({ user_id: userId, palavra_id, ...memory })))
    .onConflict((known) =>
      known.columns(['user_id', 'palavra_id']).doUpdateSet((row) => {
        const from = <Column extends keyof Memory>(column: Column) => row.ref(`excluded.${column}`);
        return {
          estado: from('estado'),
          vence_em: from('vence_em'),
          estabilidade: from('estabilidade'),
          dificuldade: from('dificuldade'),
          repeticoes: from('repeticoes'),
          lapsos: from('lapsos'),
          passos: from('passos'),
          intervalo_dias: from('intervalo_dias'),
          ultima_em: from('ultima_em'),
        } satisfies Record<keyof Memory, unknown>;
      }),
    )
    .execute();

/** @returns the grade of the stored attempt: this one, or an earlier one with the same start. */
export async function insertAttempt(db: Db, row: Insertable<Schema['tentativas']>) {
  const inserted = await db
    .insertInto('tentativas')
    .values(row)
    .onConflict((known) => known.columns(['user_id', 'teste_id', 'iniciada_em']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const attemptAt = (db: Db, userId: number, testId: number, begun: string) =>
  db
    .selectFrom('tentativas')
    .where('user_id', '=', userId)
    .where('teste_id', '=', testId)
    .where('iniciada_em', '=', begun)
    .select(['nota', 'respostas'])
    .executeTakeFirst();

export const hasStudied = async (db: Db, userId: number) =>
  (await db.selectFrom('dias_de_estudo').where('user_id', '=', userId).select('dia').limit(1).executeTakeFirst()) !==
  undefined;
