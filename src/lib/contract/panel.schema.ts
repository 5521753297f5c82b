import { z } from 'zod';
import { Centavos, Id, Instant } from './shapes.schema.ts';

/** What waits for staff. */
export const WaitingKind = z.enum([
  'contatos',
  'passos',
  'vencidas',
  'pedidos',
  'resgates',
  'indicacoes',
  'faltas',
  'trabalhos',
  'sem_professor',
  'documentos',
  'falhas',
  'emails',
]);
export type WaitingKind = z.infer<typeof WaitingKind>;

const Waiting = z.object({
  tipo: WaitingKind,
  quantos: z.int(),
  /** The sum of bills. */
  centavos: Centavos.nullable(),
});
export type Waiting = z.infer<typeof Waiting>;

const TodaysLesson = z.object({
  id: Id,
  turma: z.string(),
  titulo: z.string(),
  unidade: z.string(),
  professor: z.string().nullable(),
  sala: z.string().nullable(),
  inicio: Instant,
  fim: Instant,
  cancelada: z.boolean(),
  /** Students who said that they do not come. */
  avisaram_falta: z.array(z.string()),
});
export type TodaysLesson = z.infer<typeof TodaysLesson>;

export const PanelHome = z.object({
  /** Only what the user's rights open, and only what there is. */
  espera: z.array(Waiting),
  /** Null without the right to classes. */
  aulas: z.array(TodaysLesson).nullable(),
  /** Lessons of today beyond these. */
  aulas_a_mais: z.int(),
  /** The last messages that went out; null without the right to messages. */
  mensagens: z
    .array(z.object({ id: Id, titulo: z.string(), enviada_em: Instant, pessoas: z.int(), aberturas: z.int() }))
    .nullable(),
});
export type PanelHome = z.infer<typeof PanelHome>;

export const FoundKind = z.enum(['pessoa', 'turma', 'pedido']);
export type FoundKind = z.infer<typeof FoundKind>;
export const Found = z.object({
  tipo: FoundKind,
  id: Id,
  titulo: z.string(),
  detalhe: z.string(),
  /** Where it is looked at, a path of the panel. */
  path: z.string(),
});
export type Found = z.infer<typeof Found>;
