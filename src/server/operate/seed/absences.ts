import type { Db } from '../../core/db/connection.ts';
import type { SeedClock } from './clock.ts';

/** The evening class's second student. Another class with the same book offers lessons to make up for missed ones. */
const DAVI_IN_THE_EVENING = 102;

/** Davi missed the last lesson, and one absence from a future lesson waits for the school. */
export async function seedAbsences(db: Db, clock: SeedClock): Promise<void> {
  const last = await db
    .selectFrom('aulas')
    .innerJoin('presencas', 'presencas.aula_id', 'aulas.id')
    .select('aulas.id')
    .where('presencas.turma_aluno_id', '=', DAVI_IN_THE_EVENING)
    .orderBy('aulas.inicio', 'desc')
    .executeTakeFirst();
  if (last) {
    await db
      .updateTable('presencas')
      .set({ status: 'falta', confirmada_em: null })
      .where('turma_aluno_id', '=', DAVI_IN_THE_EVENING)
      .where('aula_id', '=', last.id)
      .execute();
  }
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
