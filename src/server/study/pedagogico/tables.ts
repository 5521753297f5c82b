import { flag, id, instant, integer, json, real, ref, text } from '../../core/db/columns.ts';
import { of, ofOwnPlace } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const pedagogicoTables = {
  /** A student's work on an activity; the row is created by the first event. */
  turma_aluno_atividades: deletedWithPerson({
    rows: ofOwnPlace,
    columns: {
      id: id(),
      turma_atividade_id: ref('turma_atividades'),
      turma_aluno_id: ref('turma_alunos'),
      dispensada: flag().default(false),
      nota: real().nullable(),
      comentario: text().nullable(),
      corrigida_em: instant().nullable(),
      presenca_confirmada_em: instant().nullable(),
      /** Answers to an exercise: question id → answer, as in `tentativas`. */
      respostas: json().nullable().since('0210-exercises'),
      /** When the first file or the answers were submitted; null before. */
      entregue_em: instant().nullable(),
      /** When the teacher returned it to be repeated; null once it is submitted again. */
      devolvida_em: instant().nullable(),
    },
    constraints: {
      turma_aluno_atividades_once: 'unique (turma_aluno_id, turma_atividade_id)',
    },
    indexes: {
      turma_aluno_atividades_corrigida: '(corrigida_em)',
      work_to_correct:
        '(turma_atividade_id, entregue_em) where entregue_em is not null and corrigida_em is null and devolvida_em is null',
      turma_aluno_atividades_work: '(turma_atividade_id)',
      turma_aluno_atividades_waiting: '(entregue_em) where corrigida_em is null and devolvida_em is null',
      turma_aluno_atividades_returned: {
        on: '(devolvida_em) where devolvida_em is not null and corrigida_em is null',
        since: '0209-returned-work',
      },
    },
  }),
  atividade_arquivos: deletedWithPerson({
    rows: of('turma_aluno_atividade_id', 'turma_aluno_atividades', ofOwnPlace),
    file: ({ chave, nome, id }) => ({ key: String(chave), name: `atividades/${id}-${nome}` }),
    columns: {
      id: id(),
      turma_aluno_atividade_id: ref('turma_aluno_atividades'),
      kind: text<'envio' | 'correcao'>(10),
      n: integer(),
      /** The sender's name for the file: shown, never used as a path. */
      nome: text(200),
      mime: text(100),
      tamanho_bytes: integer(),
      /** Key of the bytes in the storage. */
      chave: text(80).secret(),
      enviado_em: instant(),
    },
    constraints: {
      atividade_arquivos_n: 'unique (turma_aluno_atividade_id, kind, n)',
    },
  }),
};
