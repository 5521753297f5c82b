import { id, instant, ref, text } from '../../core/db/columns.ts';
import { ofOwnPlace } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

const NEWEST = '0206-newest-absences';
/** The sort order of the office's lists: rows that wait for somebody first. */
const WAITING = '0207-waiting-absences';
const FAMILY = '0216-family-absences';

export const absencesTables = {
  ausencias: deletedWithPerson({
    rows: ofOwnPlace,
    columns: {
      id: id(),
      turma_aluno_id: ref('turma_alunos'),
      aula_id: ref('aulas'),
      motivo: text(500),
      status: text<'avisada' | 'justificada' | 'nao_aceita'>(12),
      avisada_em: instant(),
      decidida_em: instant().nullable(),
      /** The guardian who reported it for the student. */
      avisada_por: ref('users').nullable().actor().secret().since(FAMILY),
    },
    uniqueIndexes: {
      ausencias_aula: '(turma_aluno_id, aula_id)',
    },
    indexes: {
      ausencias_waiting: "(turma_aluno_id) where status = 'avisada'",
      ausencias_lesson: '(aula_id)',
      ausencias_newest: { on: '(avisada_em, id)', since: NEWEST, until: WAITING },
      ausencias_ranked: {
        on: "((case when status = 'avisada' then '1' else '0' end), avisada_em, id)",
        since: WAITING,
      },
    },
  }),
  /** One row for each missed lesson: a cancelled replacement is booked again in the same row. */
  reposicoes: deletedWithPerson({
    rows: ofOwnPlace,
    columns: {
      id: id(),
      turma_aluno_id: ref('turma_alunos'),
      aula_id: ref('aulas'),
      destino_aula_id: ref('aulas'),
      status: text<'marcada' | 'cancelada' | 'feita' | 'faltou'>(12),
      marcada_em: instant(),
      decidida_em: instant().nullable(),
      /** The guardian who booked it for the student. */
      marcada_por: ref('users').nullable().actor().secret().since(FAMILY),
    },
    uniqueIndexes: {
      reposicoes_aula: '(turma_aluno_id, aula_id)',
    },
    indexes: {
      reposicoes_destino: '(destino_aula_id, status)',
      reposicoes_newest: { on: '(marcada_em, id)', since: NEWEST, until: WAITING },
      reposicoes_ranked: {
        on: "((case when status = 'marcada' then '1' else '0' end), marcada_em, id)",
        since: WAITING,
      },
    },
  }),
};
