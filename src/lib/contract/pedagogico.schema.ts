import { z } from 'zod';
import { Livro } from './books.schema.ts';
import type { CallSchema } from './core.ts';
import { Progresso } from './practice.schema.ts';
import { Clock, Day, FileInfo, Flag, Id, IdParam, Instant, OneId, Text } from './shapes.schema.ts';

export const Aula = z.object({
  id: Id,
  turma_id: Id,
  numero: z.int(),
  titulo: z.string(),
  conteudo: z.string().nullish(),
  unidade_id: Id.nullish(),
  inicio: Instant,
  fim: Instant,
  tipo: z.enum(['presencial', 'online']),
  status: z.enum(['agendada', 'ao_vivo', 'encerrada', 'cancelada', 'gravada']),
  /** Present only inside its window (CLASS-04). */
  link_reuniao: z.string().nullish(),
  link_liberado_em: Instant.nullish(),
  gravacao_url: z.string().nullish(),
  licao_de_casa: z.string().nullish(),
  /** The scheduled time, if the lesson was moved. */
  remarcada_de: Instant.nullish(),
  /** The substitute teacher. */
  substituto: z.string().nullish(),
  /** A room other than the class’s. */
  sala: z.string().nullish(),
  /** Files, and links by their `url`. */
  materiais: z.array(FileInfo.extend({ url: z.string().nullish() })),
});
export type Aula = z.infer<typeof Aula>;

export const Turma = z.object({
  id: Id,
  turma_aluno_id: Id,
  nome: z.string(),
  livro: Livro,
  modalidade: z.enum(['presencial', 'online', 'hibrida']),
  somente_digital: z.boolean(),
  professor: z.object({ id: Id, nome: z.string(), foto_url: z.string().nullish() }),
  escola: z.object({ id: Id, nome: z.string(), cidade: z.string() }),
  sala: z.string().nullish(),
  /** `dia_semana`: 0 is Sunday. */
  horarios: z.array(z.object({ dia_semana: z.int().min(0).max(6), inicio: Clock, fim: Clock })),
  inicio: Day,
  fim: Day,
  status: z.enum(['futura', 'ativa', 'concluida', 'trancada']),
  /** The state of the student’s enrollment itself: in a paused class it is still `ativa`. */
  matricula: z.enum(['ativa', 'trancada', 'concluida']).nullish(),
  aulas_total: z.int(),
  aulas_dadas: z.int(),
  percentual: z.int(),
  proxima_aula: Aula.nullish(),
});
export type Turma = z.infer<typeof Turma>;

export const Presenca = z.object({
  aula_id: Id,
  status: z.enum(['pendente', 'presente', 'falta', 'justificada', 'reposta']),
  confirmada_em: Instant.nullish(),
  origem: z.enum(['portal', 'qr', 'professor']).nullish(),
  /** Present, but late. */
  atraso: z.boolean().nullish(),
});
export type Presenca = z.infer<typeof Presenca>;

export const Atividade = z.object({
  id: Id,
  turma_atividade_id: Id,
  turma_aluno_id: Id,
  titulo: z.string(),
  descricao: z.string(),
  tipo: z.enum(['tarefa', 'leitura', 'audio', 'exercicio', 'presenca']),
  prazo: Instant.nullish(),
  status: z.enum(['pendente', 'enviada', 'atrasada', 'corrigida', 'dispensada']),
  aceita_envio: z.boolean(),
  formatos: z.array(z.string()),
  tamanho_max_bytes: z.int(),
  arquivos: z.array(FileInfo),
  correcoes: z.array(FileInfo),
  nota: z.number().nullish(),
  comentario: z.string().nullish(),
  corrigida_em: Instant.nullish(),
  /** When the teacher returned it to be redone. */
  devolvida_em: Instant.nullish(),
  /** The highest grade possible. */
  nota_maxima: z.number().nullish(),
  unidade_id: Id.nullish(),
  presenca_confirmada: z.boolean(),
  /** Ours: the points that this call earned. */
  pontos_ganhos: z.int().optional(),
});
export type Atividade = z.infer<typeof Atividade>;

const Avaliacao = z.object({
  id: Id,
  nome: z.string(),
  habilidade: z.enum(['listening', 'speaking', 'reading', 'writing', 'grammar', 'geral']),
  data: Day,
  /** null: not published yet; never zero. */
  nota: z.number().nullable(),
  nota_maxima: z.number(),
  peso: z.number(),
  comentario: z.string().nullish(),
});

export const Notas = z.object({
  turma_id: Id,
  turma_aluno_id: Id,
  escala: z.object({ minimo: z.number(), maximo: z.number(), aprovacao: z.number() }),
  media: z.number().nullish(),
  tendencia: z.enum(['subindo', 'estavel', 'caindo']).nullish(),
  frequencia: z.object({
    aulas: z.int(),
    presencas: z.int(),
    faltas: z.int(),
    /** Lessons that count for the attendance, and lessons left out because the absence was excused. */
    contadas: z.int().optional(),
    justificadas: z.int().optional(),
    percentual: z.int(),
    minimo_percentual: z.int(),
  }),
  periodos: z.array(
    z.object({
      id: Id,
      nome: z.string(),
      liberado: z.boolean(),
      liberado_em: Instant.nullish(),
      media: z.number().nullish(),
      avaliacoes: z.array(Avaliacao),
    }),
  ),
});
export type Notas = z.infer<typeof Notas>;

const NotasAtHome = z.object({
  turma_aluno_id: Id,
  livro_id: Id,
  media: z.number().nullish(),
  unidades: z.array(
    z.object({
      unidade_id: Id,
      numero: z.int(),
      titulo: z.string(),
      progresso: Progresso,
      testes: z.array(
        z.object({
          id: Id,
          titulo: z.string(),
          melhor_nota: z.number().nullish(),
          tentativas: z.int(),
          ultima_em: Instant.nullish(),
        }),
      ),
    }),
  ),
});

const IdAndNumber = z.object({ id: IdParam, n: IdParam });

export const TurmaDetalhe = Turma.extend({
  alunos_total: z.int(),
  aulas: z.array(Aula),
  atividades: z.array(Atividade),
});
export type TurmaDetalhe = z.infer<typeof TurmaDetalhe>;

export const calls = {
  listClasses: {
    summary: 'Own classes, with progress and next lesson',
    ledger: 'API-27',
    query: z.object({ somente_digital: Flag.optional() }),
    result: z.array(Turma),
  },
  getClass: {
    summary: 'One own class, with lessons and activities',
    ledger: 'API-31',
    params: OneId,
    result: TurmaDetalhe,
  },
  getGrades: { summary: 'Grades of an own class', ledger: 'API-32', params: OneId, result: Notas },
  getHomeGrades: { summary: 'At-home results of an enrolment', ledger: 'API-35', params: OneId, result: NotasAtHome },
  scanQrCode: {
    summary: 'What a code scanned in a book opens',
    ledger: 'API-37',
    params: z.object({ a: IdParam, b: Text(200) }),
    result: z.object({
      user_book_id: Id,
      livro_id: Id,
      unidade_id: Id.nullish(),
      alvo: z.enum(['livro', 'unidade', 'audio', 'teste', 'atividade', 'presenca']),
      alvo_id: Id.nullish(),
      path: z.string(),
      titulo: z.string(),
    }),
  },
  uploadActivity: {
    summary: 'Sends the file of an activity',
    ledger: 'API-46',
    params: OneId,
    body: z.object({ file: z.any() }),
    result: Atividade,
  },
  downloadActivity: { summary: 'A file sent for an activity', ledger: 'API-47', params: IdAndNumber, result: z.any() },
  deleteActivityFile: {
    summary: 'Takes back a file before it was corrected',
    ledger: 'API-48',
    params: IdAndNumber,
    result: Atividade,
  },
  downloadCorrection: { summary: "The teacher's correction", ledger: 'API-49', params: IdAndNumber, result: z.any() },
  confirmPresence: {
    summary: 'Confirms the own presence in an activity',
    ledger: 'API-50',
    params: OneId,
    body: z.object({ presente: z.boolean(), codigo: Text(60).optional() }),
    result: z.object({ turma_atividade_id: Id, presenca: Presenca }),
  },
} satisfies Record<string, CallSchema>;
