import type { Db } from '../db/connection.ts';
import type { SeedClock } from './clock.ts';

/** The second student of the evening class; it has a class of the same book where lessons can be made up for. */
const DAVI_IN_THE_EVENING = 102;

/** One absence of a lesson to come that waits for the school. */
export async function seedAbsences(db: Db, clock: SeedClock): Promise<void> {
  const next = await db
    .selectFrom('aulas')
    .select('id')
    .where('turma_id', '=', 1)
    .where('inicio', '>', clock.at(clock.shift(clock.today, 1), '00:00'))
    .orderBy('inicio')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('ausencias')
    .values({
      turma_aluno_id: DAVI_IN_THE_EVENING,
      aula_id: next.id,
      motivo: 'Consulta médica marcada para o mesmo horário.',
      status: 'avisada',
      avisada_em: clock.now.toISOString(),
      decidida_em: null,
    })
    .execute();
}
