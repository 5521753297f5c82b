import type { Db } from '../../core/db/connection.ts';
import { isMastered } from './memory.ts';

/** A unit is finished when every audio is heard, most words are known and the tests are passed. */
const PASSING_GRADE = 6;
const KNOWN_SHARE = 0.75;

export interface UnitStanding {
  audios: { total: number; heard: number };
  words: { total: number; mastered: number };
  tests: { total: number; done: number; passed: number };
}

const isFinished = ({ audios, words, tests }: UnitStanding): boolean =>
  audios.heard >= audios.total && words.mastered >= Math.ceil(words.total * KNOWN_SHARE) && tests.passed >= tests.total;

/**
 * Counts a user's progress in units anew and stores it with each of the user's books. A finished unit stays finished.
 *
 * @returns units that this call finished.
 */
export async function refreshProgress(tx: Db, userId: number, units: readonly number[], at: string): Promise<number[]> {
  const before = await finishedUnits(tx, userId, units);
  await countProgress(tx, userId, units, at);
  return [...(await finishedUnits(tx, userId, units))].filter((id) => !before.has(id));
}

async function finishedUnits(tx: Db, userId: number, units: readonly number[]): Promise<Set<number>> {
  if (units.length === 0) return new Set();
  const rows = await tx
    .selectFrom('unidade_progressos')
    .innerJoin('user_books', 'user_books.id', 'unidade_progressos.user_book_id')
    .select('unidade_progressos.unidade_id')
    .where('user_books.user_id', '=', userId)
    .where('unidade_progressos.unidade_id', 'in', units)
    .where('unidade_progressos.concluida_em', 'is not', null)
    .execute();
  return new Set(rows.map(({ unidade_id }) => unidade_id));
}

async function countProgress(tx: Db, userId: number, units: readonly number[], at: string): Promise<void> {
  if (units.length === 0) return;
  const [books, heard, cards, tests] = await Promise.all([
    tx
      .selectFrom('unidades')
      .innerJoin('user_books', 'user_books.livro_id', 'unidades.livro_id')
      .where('user_books.user_id', '=', userId)
      .where('unidades.id', 'in', units)
      .select([
        'unidades.id',
        'user_books.id as book',
        'unidades.audios_total',
        'unidades.palavras_total',
        'unidades.testes_total',
      ])
      .execute(),
    tx
      .selectFrom('audio_posicoes')
      .innerJoin('audios', 'audios.id', 'audio_posicoes.audio_id')
      .where('audio_posicoes.user_id', '=', userId)
      .where('audios.unidade_id', 'in', units)
      .where('audio_posicoes.ouvido', '=', true)
      .select('audios.unidade_id')
      .execute(),
    tx
      .selectFrom('cartoes')
      .innerJoin('palavras', 'palavras.id', 'cartoes.palavra_id')
      .where('cartoes.user_id', '=', userId)
      .where('palavras.unidade_id', 'in', units)
      .select(['palavras.unidade_id', 'cartoes.estado', 'cartoes.estabilidade'])
      .execute(),
    tx
      .selectFrom('tentativas')
      .innerJoin('testes', 'testes.id', 'tentativas.teste_id')
      .where('tentativas.user_id', '=', userId)
      .where('testes.unidade_id', 'in', units)
      .groupBy(['testes.id', 'testes.unidade_id'])
      .select((eb) => ['testes.unidade_id', eb.fn.max('tentativas.nota').as('best')])
      .execute(),
  ]);
  for (const { id, book, audios_total, palavras_total, testes_total } of books) {
    const inUnit = <Row extends { unidade_id: number }>(rows: Row[]) => rows.filter((row) => row.unidade_id === id);
    const done = inUnit(tests);
    const counts = {
      audios_ouvidos: inUnit(heard).length,
      palavras_dominadas: inUnit(cards).filter(isMastered).length,
      testes_feitos: done.length,
    };
    const finished = isFinished({
      audios: { total: audios_total, heard: counts.audios_ouvidos },
      words: { total: palavras_total, mastered: counts.palavras_dominadas },
      tests: {
        total: testes_total,
        done: done.length,
        passed: done.filter(({ best }) => best >= PASSING_GRADE).length,
      },
    });
    await tx
      .insertInto('unidade_progressos')
      .values({ user_book_id: book, unidade_id: id, ...counts, concluida_em: finished ? at : null, atualizado_em: at })
      .onConflict((known) =>
        known.columns(['user_book_id', 'unidade_id']).doUpdateSet((row) => ({
          ...counts,
          atualizado_em: at,
          concluida_em: finished
            ? row.fn.coalesce('unidade_progressos.concluida_em', row.val(at))
            : row.ref('unidade_progressos.concluida_em'),
        })),
      )
      .execute();
  }
}
