import { sql } from 'kysely';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Source } from '../tell-events.ts';
import { isSwitchedOn, isUntold } from './untold.ts';

/** Work that a teacher corrected. */
export const corrections: Source<'correcao_pronta'> = {
  kind: 'correcao_pronta',
  overlapMs: HOUR_MS,
  find: async ({ db }, { after, until }, limit) => {
    const rows = await db
      .selectFrom('turma_aluno_atividades')
      .innerJoin('turma_alunos', 'turma_alunos.id', 'turma_aluno_atividades.turma_aluno_id')
      .innerJoin('turma_atividades', 'turma_atividades.id', 'turma_aluno_atividades.turma_atividade_id')
      .select(['turma_aluno_atividades.id', 'turma_alunos.user_id', 'turma_alunos.turma_id', 'turma_atividades.titulo'])
      .where('turma_aluno_atividades.corrigida_em', '>', after)
      .where('turma_aluno_atividades.corrigida_em', '<=', until)
      .where(isUntold('correcao_pronta', 'turma_alunos.user_id', sql`cast(turma_aluno_atividades.id as text)`))
      .where(isSwitchedOn('correcao_pronta', 'turma_alunos.user_id'))
      .orderBy('turma_aluno_atividades.corrigida_em')
      .orderBy('turma_aluno_atividades.id')
      .limit(limit)
      .execute();
    return rows.map(({ id, user_id, turma_id, titulo }) => ({
      userId: user_id,
      kind: 'correcao_pronta',
      about: String(id),
      params: { turmaId: turma_id, atividade: titulo },
    }));
  },
};
