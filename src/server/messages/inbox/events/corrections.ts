import { sql } from 'kysely';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { type NoticeEvent, notifyAll } from '../notify.ts';
import { isAfter, type Source } from '../tell-events.ts';
import { isSwitchedOn, isUntold } from './untold.ts';

const AT_ONCE = 300;

/** A correction of what was handed in then: work that is done again is told again, a second save is not. */
const ABOUT = sql<string>`cast(turma_aluno_atividades.id as text) || coalesce(':' || turma_aluno_atividades.entregue_em, '')`;

/** Work that a teacher corrected. */
export const corrections: Source<NoticeEvent<'correcao_pronta'>> = {
  kind: 'correcao_pronta',
  overlapMs: HOUR_MS,
  atOnce: AT_ONCE,
  next: async ({ db }, { after, until }, place) => {
    const rows = await db
      .selectFrom('turma_aluno_atividades')
      .select(['id', 'corrigida_em as at'])
      .where('corrigida_em', '>', after)
      .where('corrigida_em', '<=', until)
      .where(isAfter('corrigida_em', 'id', place))
      .orderBy('corrigida_em')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    return rows.map(({ id, at }) => ({ id, at: at ?? '' }));
  },
  find: async ({ db }, _span, ids) => {
    const rows = await db
      .selectFrom('turma_aluno_atividades')
      .innerJoin('turma_alunos', 'turma_alunos.id', 'turma_aluno_atividades.turma_aluno_id')
      .innerJoin('turma_atividades', 'turma_atividades.id', 'turma_aluno_atividades.turma_atividade_id')
      .select([
        ABOUT.as('about'),
        'turma_alunos.user_id',
        'turma_alunos.turma_id',
        'turma_atividades.id as atividade_id',
        'turma_atividades.titulo',
      ])
      .where('turma_aluno_atividades.id', 'in', ids)
      .where(isUntold('correcao_pronta', 'turma_alunos.user_id', ABOUT))
      .where(isSwitchedOn('correcao_pronta', 'turma_alunos.user_id'))
      .orderBy('turma_aluno_atividades.id')
      .execute();
    return rows.map(({ about, user_id, turma_id, atividade_id, titulo }) => ({
      userId: user_id,
      kind: 'correcao_pronta',
      about,
      params: { turmaId: turma_id, atividadeId: atividade_id, atividade: titulo },
    }));
  },
  write: notifyAll,
};
