import type { FinishedUnit, Progresso } from '#lib/contract/practice.schema.ts';
import { earnPoints } from '../../club/earning.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { isMastered } from './memory.ts';
import { lockUser, type ownAudio, savePosition } from './queries.ts';
import { markStudyDays } from './weekly-goal.ts';

export interface UnitProgress {
  unidade_id: number;
  numero: number;
  titulo: string;
  audios_total: number;
  palavras_total: number;
  testes_total: number;
  audios_ouvidos: number | null;
  palavras_dominadas: number | null;
  testes_feitos: number | null;
  concluida_em: string | null;
}

/** Adds up the units of a book. In `percentual`, each audio, word and test has the same weight. */
export function sumProgress(units: UnitProgress[]): Progresso {
  const sum = (
    field:
      | 'audios_total'
      | 'palavras_total'
      | 'testes_total'
      | 'audios_ouvidos'
      | 'palavras_dominadas'
      | 'testes_feitos',
  ) => units.reduce((total, unit) => total + (unit[field] ?? 0), 0);
  const totals = {
    audios_total: sum('audios_total'),
    palavras_total: sum('palavras_total'),
    testes_total: sum('testes_total'),
  };
  const done = {
    audios_ouvidos: sum('audios_ouvidos'),
    palavras_dominadas: sum('palavras_dominadas'),
    testes_feitos: sum('testes_feitos'),
  };
  const all = totals.audios_total + totals.palavras_total + totals.testes_total;
  const got = done.audios_ouvidos + done.palavras_dominadas + done.testes_feitos;
  return {
    unidades_total: units.length,
    unidades_concluidas: units.filter(({ concluida_em }) => concluida_em !== null).length,
    ...totals,
    ...done,
    percentual: all === 0 ? 0 : Math.min(100, Math.floor((got * 100) / all)),
  };
}

/** The unit to continue with: the first unfinished one; null when the book is done. */
export const currentUnit = (units: UnitProgress[]): UnitProgress | null =>
  units.toSorted((a, b) => a.numero - b.numero).find(({ concluida_em }) => concluida_em === null) ?? null;

/** The part of a unit to continue with: first the audios, then the words, then the test. */
export function nextPart(unit: UnitProgress): 'audio' | 'vocabulario' | 'teste' {
  if ((unit.audios_ouvidos ?? 0) < unit.audios_total) return 'audio';
  const areWordsKnown = (unit.palavras_dominadas ?? 0) >= unit.palavras_total;
  return areWordsKnown && (unit.testes_feitos ?? 0) < unit.testes_total ? 'teste' : 'vocabulario';
}

const PASSING_GRADE = 6;
const KNOWN_SHARE = 0.75;

interface UnitParts {
  audios: { total: number; heard: number };
  words: { total: number; mastered: number };
  tests: { total: number; done: number; passed: number };
}

const isFinished = ({ audios, words, tests }: UnitParts): boolean =>
  audios.heard >= audios.total && words.mastered >= Math.ceil(words.total * KNOWN_SHARE) && tests.passed >= tests.total;

/**
 * Recomputes a user's progress in units and stores it with each of the user's books. A finished unit stays finished.
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

/**
 * Recomputes the progress and credits a member the points of newly finished units.
 *
 * @param timeZone of the school. @returns those units
 */
export async function refreshAndEarn(
  tx: Db,
  userId: number,
  units: readonly number[],
  at: Date,
  timeZone: string,
): Promise<FinishedUnit[]> {
  const finished = await refreshProgress(tx, userId, units, at.toISOString());
  if (finished.length === 0) return [];
  const earned = new Map<number, number>();
  for (const id of finished) {
    const referencia = { tipo: 'unidade', id };
    const entry = await earnPoints(tx, { userId, regra: 'unidade', what: `unidade:${id}`, at, timeZone, referencia });
    earned.set(id, entry?.pontos ?? 0);
  }
  const rows = await tx
    .selectFrom('unidades')
    .select(['id', 'numero', 'titulo'])
    .where('id', 'in', finished)
    .orderBy('numero')
    .execute();
  return rows.map((unit) => ({ ...unit, pontos_ganhos: earned.get(unit.id) ?? 0 }));
}

type Audio = NonNullable<Awaited<ReturnType<typeof ownAudio>>>;

/**
 * Stores where an audio stopped, in seconds. A completely heard audio stays marked as heard. @returns `concluidas`: the units
 * that it finished
 */
export async function saveAudioPosition(
  { db, session, now, config }: Ctx,
  audio: Audio,
  { posicao_s, ouvido }: { posicao_s: number; ouvido: boolean },
): Promise<{ posicao_s: number; ouvido: boolean; concluidas?: FinishedUnit[] }> {
  const { userId } = session;
  const at = now().toISOString();
  return db.transaction().execute(async (tx) => {
    if (ouvido) await lockUser(tx, userId);
    const stored = await savePosition(tx, {
      user_id: userId,
      audio_id: audio.id,
      posicao_s: Math.min(posicao_s, audio.duracao_s),
      ouvido,
      atualizado_em: at,
    });
    if (!ouvido) return stored;
    await markStudyDays(tx, userId, [at], session.timeZone);
    const units = [audio.unidade_id];
    return { ...stored, concluidas: await refreshAndEarn(tx, userId, units, new Date(at), config.SCHOOL_TIME_ZONE) };
  });
}
