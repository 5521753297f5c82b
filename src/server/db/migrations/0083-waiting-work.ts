import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Handed-in work that waits for its correction is found by its age: the home of the panel counts it. */
export const waitingWork: Step = {
  name: '0083-waiting-work',
  async up(db) {
    await sql`create index turma_aluno_atividades_waiting on turma_aluno_atividades (entregue_em)
      where corrigida_em is null and devolvida_em is null`.execute(db);
  },
};
