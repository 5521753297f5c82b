import { day, flag, id, instant, integer, json, real, ref, text } from '../../core/db/columns.ts';
import { ofOwnPlace, own } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal } from '../../core/db/table.ts';

/** Unused indexes: scans for news used them, before the operations themselves notified (0183). */
const UNUSED = '0203-unused-indexes';

export const teachingTables = {
  /** Days without lessons, of a school or of one of its units. */
  closed_days: impersonal('da escola', {
    columns: {
      id: id(),
      school_id: ref('schools'),
      company_id: ref('companies', 'cascade').nullable(),
      day: day(),
      name: text(80),
      /** Due days move past a holiday, but not past a recess of the school alone. */
      is_holiday: flag().default(true),
    },
    indexes: {
      closed_days_day: '(school_id, day)',
    },
  }),
  aula_materiais: impersonal('da turma: não fala de um aluno', {
    columns: {
      aula_id: ref('aulas'),
      n: integer(),
      nome: text(200),
      mime: text(100),
      tamanho_bytes: integer(),
      /** Key of the bytes in the store; empty for a link. */
      chave: text(80),
      enviado_em: instant(),
      /** The address of a link; null for a file. */
      url: text(500).nullable(),
    },
    constraints: {
      aula_materiais_pk: 'primary key (aula_id, n)',
    },
  }),
  turma_alunos: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      turma_id: ref('turmas'),
      user_id: ref('users'),
      status: text<'ativa' | 'trancada' | 'concluida'>(20),
      /** First and last day in the class; null: those of the class. */
      desde: day().nullable(),
      ate: day().nullable(),
      /** The values of the last import (0121). */
      imported: json().nullable().secret(),
    },
    constraints: {
      turma_alunos_once: 'unique (turma_id, user_id)',
    },
    indexes: {
      turma_alunos_user: '(user_id)',
    },
  }),
  turmas: impersonal('da turma: quem ensina é só um número, que sai com a conta', {
    columns: {
      id: id(),
      company_id: ref('companies'),
      livro_id: ref('livros'),
      professor_user_id: ref('users').nullable().actor(),
      nome: text(120),
      /** The folded name for searches, which a trigger writes. */
      search_text: text().nullable().since('0205-staff-lists'),
      modalidade: text<'presencial' | 'online' | 'hibrida'>(20),
      somente_digital: flag().default(false),
      sala: text(40).nullable(),
      inicio: day(),
      fim: day(),
      status: text<'futura' | 'ativa' | 'concluida' | 'trancada'>(20),
      aulas_total: integer(),
      /** Places in the class, also for students who make up a lesson. */
      lugares: integer().default(12),
      /** Where the class meets online, unless a lesson has a link of its own. */
      link_reuniao: text(300).nullable(),
      /** When the office paused or closed it; null: it is running, or ended after its last day. */
      parada_em: instant().nullable().since('0208-given-lessons'),
      /** The values of the last import (0121). */
      imported: json().nullable(),
    },
    indexes: {
      turmas_company: '(company_id)',
      turmas_teacher: '(professor_user_id)',
    },
  }),
  turma_horarios: impersonal('da turma: não fala de um aluno', {
    columns: {
      turma_id: ref('turmas'),
      dia_semana: integer(),
      inicio: text(5),
      fim: text(5),
    },
    constraints: {
      turma_horarios_pk: 'primary key (turma_id, dia_semana, inicio)',
    },
  }),
  aulas: impersonal('da turma: quem substitui é só um número, que sai com a conta', {
    columns: {
      id: id(),
      turma_id: ref('turmas'),
      numero: integer(),
      titulo: text(120),
      conteudo: text().nullable(),
      unidade_id: ref('unidades').nullable(),
      inicio: instant(),
      fim: instant(),
      tipo: text<'presencial' | 'online'>(20),
      cancelada_em: instant().nullable(),
      link_reuniao: text(300).nullable(),
      gravacao_url: text(300).nullable(),
      licao_de_casa: text().nullable(),
      /** The substitute for the teacher of the class. */
      professor_user_id: ref('users').nullable().actor(),
      /** The teacher of the class at that time, for a lesson that had begun when the class got another teacher. */
      professor_da_turma_id: ref('users').nullable().actor().since('0208-given-lessons'),
      /** The room, if it differs from that of the class. */
      sala: text(40).nullable(),
      /** The original time in the timetable, once it was moved. */
      inicio_previsto: instant().nullable(),
      movida_em: instant().nullable(),
      /** When the teacher recorded the attendance. */
      chamada_em: instant().nullable(),
      /** The cancelled lesson that this one makes up for. */
      repoe_aula_id: ref('aulas').nullable(),
      /** The closed day that cancelled it; the day may have been removed since. */
      dia_fechado_id: integer().nullable(),
    },
    constraints: {
      aulas_turma_numero: 'unique (turma_id, numero)',
    },
    uniqueIndexes: {
      aulas_make_up: '(repoe_aula_id) where repoe_aula_id is not null',
    },
    indexes: {
      aulas_turma_fim: '(turma_id, fim)',
      aulas_day: { on: '(inicio, id)', since: '0211-lessons-in-order' },
      aulas_inicio: { on: '(inicio)', until: '0212-lessons-in-order' },
      aulas_cancelada: { on: '(cancelada_em)', until: UNUSED },
      aulas_substitute: '(professor_user_id, inicio) where professor_user_id is not null',
      aulas_given: {
        on: '(professor_da_turma_id, fim) where professor_da_turma_id is not null',
        since: '0248-given-lessons-of-a-teacher',
      },
      aulas_moved: { on: '(movida_em, id) where movida_em is not null', until: UNUSED },
    },
  }),
  presencas: deletedWithPerson({
    rows: ofOwnPlace,
    columns: {
      aula_id: ref('aulas'),
      turma_aluno_id: ref('turma_alunos'),
      status: text<'presente' | 'falta' | 'justificada' | 'reposta'>(20),
      confirmada_em: instant().nullable(),
      origem: text<'portal' | 'qr' | 'professor'>(20).nullable(),
      /** Present, but late. */
      atraso: flag().default(false),
      /** When the family is notified of the attendance recorded by then; null: no notification is due. */
      aviso_em: instant().nullable().since('0209-absence-notices'),
      /** Whether the family was notified of an absence. */
      avisada: flag().default(false).since('0209-absence-notices'),
    },
    constraints: {
      presencas_pk: 'primary key (aula_id, turma_aluno_id)',
    },
    indexes: {
      presencas_turma_aluno: '(turma_aluno_id)',
      presencas_to_notify: { on: '(aviso_em) where aviso_em is not null', since: '0209-absence-notices' },
    },
  }),
  /** A teacher's reusable sentence for corrections. */
  correction_phrases: deletedWithPerson({
    rows: own(),
    since: '0203-home',
    columns: {
      id: id(),
      user_id: ref('users'),
      text: text(300),
      created_at: instant(),
    },
    constraints: {
      correction_phrases_once: 'unique (user_id, text)',
    },
  }),
  /** A grading period; its grades are shown from `liberado_em` on. */
  periodos: impersonal('da turma: não fala de um aluno', {
    columns: {
      id: id(),
      turma_id: ref('turmas'),
      ordem: integer(),
      nome: text(60),
      liberado_em: instant().nullable(),
    },
    constraints: {
      periodos_turma_ordem: 'unique (turma_id, ordem)',
    },
    indexes: {
      periodos_liberado: '(liberado_em)',
    },
  }),
  avaliacoes: impersonal('da turma: não fala de um aluno', {
    columns: {
      id: id(),
      periodo_id: ref('periodos'),
      nome: text(80),
      habilidade: text<'listening' | 'speaking' | 'reading' | 'writing' | 'grammar' | 'geral'>(20),
      data: day(),
      nota_maxima: real(),
      peso: real(),
    },
    indexes: {
      avaliacoes_periodo: '(periodo_id)',
    },
  }),
  notas: deletedWithPerson({
    rows: ofOwnPlace,
    columns: {
      turma_aluno_id: ref('turma_alunos'),
      avaliacao_id: ref('avaliacoes'),
      nota: real(),
      comentario: text().nullable(),
      /** When the student was notified of the grade, or the portal decided not to. */
      avisada_em: instant().nullable(),
      /** The values of the last import (0121). */
      imported: json().nullable().secret(),
    },
    constraints: {
      notas_pk: 'primary key (turma_aluno_id, avaliacao_id)',
    },
    indexes: {
      notas_to_tell: '(avaliacao_id) where avisada_em is null',
      notas_avaliacao: '(avaliacao_id)',
    },
  }),
  turma_atividades: impersonal('da turma: não fala de um aluno', {
    columns: {
      id: id(),
      turma_id: ref('turmas'),
      aula_id: ref('aulas').nullable(),
      titulo: text(120),
      descricao: text(),
      tipo: text<'tarefa' | 'leitura' | 'audio' | 'exercicio' | 'presenca'>(20),
      /** For an exercise: its questions with the key, like rows of `questoes`. */
      questoes: json().nullable().since('0210-exercises'),
      prazo: instant().nullable(),
      aceita_envio: flag().default(false),
      /** File endings, such as `["pdf","jpg"]`. */
      formatos: json(),
      tamanho_max_bytes: integer(),
      unidade_id: ref('unidades').nullable(),
      /** The highest possible mark. */
      nota_maxima: real().default(10),
      /** Whether the club gives points for work in time. */
      vale_pontos: flag().default(true),
      created_at: instant().nullable(),
    },
    indexes: {
      turma_atividades_turma: '(turma_id)',
      turma_atividades_made: { on: '(created_at, id) where created_at is not null', until: UNUSED },
    },
  }),
};
