import type { Db } from '../../core/db/connection.ts';
import { refreshProgress } from '../../study/practice/progress.ts';
import { keepCards } from '../../study/practice/reviews.ts';
import type { SeedClock } from './clock.ts';

const ANA = 1;
const FINISHED = [201, 202, 203];
const CURRENT = 204;

/** Ana finished three units of her book and stopped in the middle of the fourth. */
export async function seedStudies(db: Db, clock: SeedClock): Promise<void> {
  for (const [index, unit] of FINISHED.entries()) {
    const begun = (index - FINISHED.length) * 14 - 4;
    await hear(db, clock, unit, [1, 2, 3], begun);
    await rate(db, clock, unit, 12, begun);
    await answer(db, clock, unit, 8 + index, begun + 3);
  }
  await hear(db, clock, CURRENT, [1], -2);
  await stopIn(db, clock, CURRENT * 10 + 2);
  await rate(db, clock, CURRENT, 5, -3);
  const days = [-1, -2, -3].map((shift) => ({ user_id: ANA, dia: clock.shift(clock.today, shift) }));
  await db.insertInto('dias_de_estudo').values(days).execute();
  await refreshProgress(db, ANA, [...FINISHED, CURRENT], clock.at(clock.shift(clock.today, -1), '20:15'));
}

async function hear(db: Db, clock: SeedClock, unit: number, tracks: number[], day: number): Promise<void> {
  const audios = await db
    .selectFrom('audios')
    .select(['id', 'duracao_s', 'faixa'])
    .where('unidade_id', '=', unit)
    .execute();
  const rows = audios
    .filter(({ faixa }) => tracks.includes(faixa))
    .map(({ id, duracao_s }) => ({
      user_id: ANA,
      audio_id: id,
      posicao_s: duracao_s,
      ouvido: true,
      atualizado_em: clock.at(clock.shift(clock.today, day), '20:05'),
    }));
  if (rows.length > 0) await db.insertInto('audio_posicoes').values(rows).execute();
}

async function stopIn(db: Db, clock: SeedClock, audioId: number): Promise<void> {
  const audio = await db.selectFrom('audios').select('duracao_s').where('id', '=', audioId).executeTakeFirst();
  if (!audio) return;
  await db
    .insertInto('audio_posicoes')
    .values({
      user_id: ANA,
      audio_id: audioId,
      posicao_s: Math.round(audio.duracao_s * 4) / 10,
      ouvido: false,
      atualizado_em: clock.at(clock.shift(clock.today, -1), '20:15'),
    })
    .execute();
}

/** A first session, and one some days later in which she forgot some words. */
async function rate(db: Db, clock: SeedClock, unit: number, count: number, day: number): Promise<void> {
  const words = await db
    .selectFrom('palavras')
    .select('id')
    .where('unidade_id', '=', unit)
    .orderBy('ordem')
    .limit(count)
    .execute();
  const at = (shift: number, place: number) =>
    clock.at(clock.shift(clock.today, shift), `20:${String(10 + place).padStart(2, '0')}`);
  const ratings = words.flatMap(({ id }, place) =>
    [
      { shift: day, nota: place % 4 === 1 ? 3 : 4 },
      { shift: day + 9, nota: place % 6 === 5 ? 1 : 3 },
    ]
      .filter(({ shift }) => shift < 0)
      .map(({ shift, nota }) => ({
        user_id: ANA,
        palavra_id: id,
        feita_em: at(shift, place),
        contada_em: at(shift, place),
        nota,
        tempo_ms: 2_400 + place * 150,
      })),
  );
  await keepCards(db, ANA, ratings);
}

async function answer(db: Db, clock: SeedClock, unit: number, nota: number, day: number): Promise<void> {
  const teste_id = unit * 10 + 1;
  const test = await db.selectFrom('testes').select('id').where('id', '=', teste_id).executeTakeFirst();
  if (!test) return;
  const on = clock.shift(clock.today, day);
  await db
    .insertInto('tentativas')
    .values({
      user_id: ANA,
      teste_id,
      iniciada_em: clock.at(on, '20:30'),
      concluida_em: clock.at(on, '20:38'),
      nota: Math.min(10, nota),
      respostas: '[]',
    })
    .execute();
}
