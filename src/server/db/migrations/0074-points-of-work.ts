import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** The teacher says of each piece of work whether the club gives points for it in time, as it did for all so far. */
export const pointsOfWork: Step = {
  name: '0074-points-of-work',
  async up(db) {
    await db.schema
      .alterTable('turma_atividades')
      .addColumn('vale_pontos', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await sql`create index turma_aluno_atividades_work on turma_aluno_atividades (turma_atividade_id)`.execute(db);
    await sql`create index notas_avaliacao on notas (avaliacao_id)`.execute(db);
  },
};
