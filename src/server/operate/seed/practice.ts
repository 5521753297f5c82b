import type { Db } from '../../core/db/connection.ts';
import { refreshProgress } from '../../study/practice/progress.ts';
import { keepCards } from '../../study/practice/reviews.ts';
import type { SeedClock } from './clock.ts';

/** Who studies at home: the units that are done, and the one in whose middle the student stopped. */
const students = [
  { user: 1, done: [201, 202, 203], current: 204 },
  { user: 12, done: [401], current: 402 },
];

/** The students' own study: units that are done, and the middle of the next one. */
export async function seedStudies(db: Db, clock: SeedClock): Promise<void> {
  for (const { user, done, current } of students) {
    for (const [index, unit] of done.entries()) {
      const begun = (index - done.length) * 14 - 4;
      await hear(db, clock, { user, unit, tracks: [1, 2, 3], day: begun });
      await rate(db, clock, { user, unit, count: 12, day: begun });
      await answer(db, clock, { user, unit, nota: 8 + index, day: begun + 3 });
    }
    await hear(db, clock, { user, unit: current, tracks: [1], day: -2 });
    await stopIn(db, clock, user, current * 10 + 2);
    await rate(db, clock, { user, unit: current, count: 5, day: -3 });
    const days = [-1, -2, -3].map((shift) => ({ user_id: user, dia: clock.shift(clock.today, shift) }));
    await db.insertInto('dias_de_estudo').values(days).execute();
    await refreshProgress(db, user, [...done, current], clock.at(clock.shift(clock.today, -1), '20:15'));
  }
}

interface Studied {
  user: number;
  unit: number;
  /** Days from today. */
  day: number;
}

async function hear(
  db: Db,
  clock: SeedClock,
  { user, unit, tracks, day }: Studied & { tracks: number[] },
): Promise<void> {
  const audios = await db
    .selectFrom('audios')
    .select(['id', 'duracao_s', 'faixa'])
    .where('unidade_id', '=', unit)
    .execute();
  const rows = audios
    .filter(({ faixa }) => tracks.includes(faixa))
    .map(({ id, duracao_s }) => ({
      user_id: user,
      audio_id: id,
      posicao_s: duracao_s,
      ouvido: true,
      atualizado_em: clock.at(clock.shift(clock.today, day), '20:05'),
    }));
  if (rows.length > 0) await db.insertInto('audio_posicoes').values(rows).execute();
}

async function stopIn(db: Db, clock: SeedClock, user: number, audioId: number): Promise<void> {
  const audio = await db.selectFrom('audios').select('duracao_s').where('id', '=', audioId).executeTakeFirst();
  if (!audio) return;
  await db
    .insertInto('audio_posicoes')
    .values({
      user_id: user,
      audio_id: audioId,
      posicao_s: Math.round(audio.duracao_s * 4) / 10,
      ouvido: false,
      atualizado_em: clock.at(clock.shift(clock.today, -1), '20:15'),
    })
    .execute();
}

/** A first session, and one some days later in which the student forgot some words. */
async function rate(db: Db, clock: SeedClock, { user, unit, count, day }: Studied & { count: number }): Promise<void> {
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
        user_id: user,
        palavra_id: id,
        feita_em: at(shift, place),
        contada_em: at(shift, place),
        nota,
        tempo_ms: 2_400 + place * 150,
      })),
  );
  await keepCards(db, user, ratings);
}

async function answer(db: Db, clock: SeedClock, { user, unit, nota, day }: Studied & { nota: number }): Promise<void> {
  const teste_id = unit * 10 + 1;
  const test = await db.selectFrom('testes').select('id').where('id', '=', teste_id).executeTakeFirst();
  if (!test) return;
  const on = clock.shift(clock.today, day);
  await db
    .insertInto('tentativas')
    .values({
      user_id: user,
      teste_id,
      iniciada_em: clock.at(on, '20:30'),
      concluida_em: clock.at(on, '20:38'),
      nota: Math.min(10, nota),
      respostas: '[]',
    })
    .execute();
}
