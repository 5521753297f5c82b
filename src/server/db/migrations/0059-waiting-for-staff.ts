import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** What waits for staff, and absences by lesson: the home of the panel asks at each visit. */
export const waitingForStaff: Step = {
  name: '0059-waiting-for-staff',
  async up(db) {
    for (const index of [
      "redemptions_waiting on redemptions (user_id) where status in ('solicitado', 'aprovado', 'pronto')",
      "referrals_waiting on referrals (user_id) where status in ('enviada', 'em_contato', 'matriculada')",
      "ausencias_waiting on ausencias (turma_aluno_id) where status = 'avisada'",
      'ausencias_lesson on ausencias (aula_id)',
    ]) {
      await sql.raw(`create index ${index}`).execute(db);
    }
  },
};
