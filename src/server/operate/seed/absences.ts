import type { Db } from '../../core/db/connection.ts';
import type { SeedClock } from './clock.ts';

/** The evening class's second student. Another class with the same book offers lessons to make up for missed ones. */
const DAVI_IN_THE_EVENING = 102;

/** One absence from a future lesson that waits for the school. */
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
