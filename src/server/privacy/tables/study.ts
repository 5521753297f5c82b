import { alone, either, equals, of, own, toAddress, verified } from '../person.ts';
import { emptied, goes, kept, type PersonalTable, stays, untold } from '../personal-table.ts';

const enrolments = own();
const assignments = of('turma_aluno_id', 'turma_alunos', enrolments);

/** Lessons, books, tests and practice. */
export const studyTables: readonly PersonalTable[] = [
  goes('presencas', {
    rows: assignments,
    columns: { aula_id: 'told', turma_aluno_id: 'told', status: 'told', confirmada_em: 'told', origem: 'told' },
  }),
  goes('notas', {
    rows: assignments,
    columns: { turma_aluno_id: 'told', avaliacao_id: 'told', nota: 'told', comentario: 'told', avisada_em: 'told' },
  }),
  goes('ausencias', {
    rows: assignments,
    columns: {
      id: 'told',
      turma_aluno_id: 'told',
      aula_id: 'told',
      motivo: 'told',
      status: 'told',
      avisada_em: 'told',
      decidida_em: 'told',
    },
  }),
  goes('reposicoes', {
    rows: assignments,
    columns: {
      id: 'told',
      turma_aluno_id: 'told',
      aula_id: 'told',
      destino_aula_id: 'told',
      status: 'told',
      marcada_em: 'told',
      decidida_em: 'told',
    },
  }),
  goes('atividade_arquivos', {
    rows: of('turma_aluno_atividade_id', 'turma_aluno_atividades', assignments),
    file: ({ chave, nome, id }) => ({ key: String(chave), name: `atividades/${id}-${nome}` }),
    columns: {
      id: 'told',
      turma_aluno_atividade_id: 'told',
      tipo: 'told',
      n: 'told',
      nome: 'told',
      mime: 'told',
      tamanho_bytes: 'told',
      chave: 'secret',
      enviado_em: 'told',
    },
  }),
  goes('turma_aluno_atividades', {
    rows: assignments,
    columns: {
      id: 'told',
      turma_atividade_id: 'told',
      turma_aluno_id: 'told',
      dispensada: 'told',
      nota: 'told',
      comentario: 'told',
      corrigida_em: 'told',
      presenca_confirmada_em: 'told',
    },
  }),
  goes('calendar_feeds', {
    rows: own(),
    columns: { user_id: 'told', secret: 'secret', rotated_at: 'told' },
  }),
  goes('english_answers', {
    rows: of('test_id', 'english_tests', own()),
    columns: {
      test_id: 'told',
      position: 'told',
      item_id: 'told',
      answer: 'told',
      is_right: 'told',
      tempo_ms: 'told',
      answered_at: 'told',
    },
  }),
  goes('leads', {
    rows: either(verified(toAddress('email')), of('english_test', 'english_tests', own())),
    alsoErased: either(alone(toAddress('email')), equals('telefone', 'phone')),
    columns: {
      id: 'told',
      pagina: 'told',
      nome: 'told',
      telefone: 'told',
      email: 'told',
      cidade: 'told',
      unidade_id: 'told',
      indicacao_code: 'told',
      consentimento_em: 'told',
      utm: 'told',
      english_test: 'told',
      dia: 'told',
      created_at: 'told',
    },
  }),
  goes('english_tests', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      resume_token: 'secret',
      convite: 'told',
      offered: 'told',
      started_at: 'told',
      finished_at: 'told',
      result: 'told',
    },
  }),
  goes('unidade_progressos', {
    rows: of('user_book_id', 'user_books', own()),
    columns: {
      user_book_id: 'told',
      unidade_id: 'told',
      audios_ouvidos: 'told',
      palavras_dominadas: 'told',
      testes_feitos: 'told',
      concluida_em: 'told',
      atualizado_em: 'told',
    },
  }),
  stays('user_books', {
    rows: own(),
    columns: {
      id: kept,
      uuid: untold(kept),
      code: untold(kept),
      livro_id: kept,
      user_id: emptied,
      linked_at: emptied,
      expires_at: kept,
    },
  }),
  goes('audio_posicoes', {
    rows: own(),
    columns: { user_id: 'told', audio_id: 'told', posicao_s: 'told', ouvido: 'told', atualizado_em: 'told' },
  }),
  goes('cartoes', {
    rows: own(),
    columns: {
      user_id: 'told',
      palavra_id: 'told',
      estado: 'told',
      vence_em: 'told',
      estabilidade: 'told',
      dificuldade: 'told',
      repeticoes: 'told',
      lapsos: 'told',
      passos: 'told',
      intervalo_dias: 'told',
      ultima_em: 'told',
    },
  }),
  goes('revisoes', {
    rows: own(),
    columns: {
      user_id: 'told',
      palavra_id: 'told',
      feita_em: 'told',
      contada_em: 'told',
      nota: 'told',
      tempo_ms: 'told',
    },
  }),
  goes('tentativas', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      teste_id: 'told',
      iniciada_em: 'told',
      concluida_em: 'told',
      nota: 'told',
      respostas: 'told',
    },
  }),
  goes('metas_semanais', {
    rows: own(),
    columns: { user_id: 'told', dias_por_semana: 'told' },
  }),
  goes('dias_de_estudo', {
    rows: own(),
    columns: { user_id: 'told', dia: 'told' },
  }),
];
