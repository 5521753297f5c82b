import { z } from 'zod';
import { Day, Id, Instant } from './shapes.schema.ts';

/** What other systems may read of the portal. */
export const ChangeKind = z.enum([
  'pessoas',
  'turmas',
  'matriculas',
  'parcelas',
  'pedidos',
  'contatos',
  'faltas',
  'chamadas',
]);
export type ChangeKind = z.infer<typeof ChangeKind>;

const MAX_CHANGES = 500;
const Name = z.string().nullable();
const Centavos = z.int();

/** A student of the school. */
const ExportedPerson = z.object({
  unidade: z.string(),
  matricula: z.string(),
  nome: z.string(),
  email: z.string(),
  telefone: Name,
  cpf: Name,
  nascimento: Day.nullable(),
  cep: Name,
  rua: Name,
  numero: Name,
  complemento: Name,
  bairro: Name,
  cidade: Name,
  uf: Name,
  responsavel: z
    .object({ nome: z.string(), cpf: z.string(), email: z.string(), telefone: z.string(), parentesco: z.string() })
    .nullable(),
  /** When the student last confirmed the data. */
  confirmado_em: Instant.nullable(),
  /** The last day of the course; null: it still runs. */
  encerrado_em: Day.nullable(),
});

const ExportedClass = z.object({
  unidade: z.string(),
  nome: z.string(),
  livro: z.string(),
  professor: Name,
  modalidade: z.enum(['presencial', 'online', 'hibrida']),
  sala: Name,
  inicio: Day,
  fim: Day,
  status: z.enum(['futura', 'ativa', 'concluida', 'trancada']),
  lugares: z.int(),
});

const ExportedEnrollment = z.object({
  unidade: z.string(),
  turma_id: Id,
  turma: z.string(),
  pessoa_id: Id,
  matricula: z.string(),
  status: z.enum(['ativa', 'trancada', 'concluida']),
  desde: Day.nullable(),
  ate: Day.nullable(),
});

const ExportedBill = z.object({
  unidade: z.string(),
  pessoa_id: Id,
  matricula: z.string(),
  contrato: z.string(),
  descricao: z.string(),
  numero: z.int(),
  total: z.int(),
  competencia: z.string(),
  vencimento: Day,
  valor_centavos: Centavos,
  status: z.enum(['aberta', 'em_processamento', 'paga', 'cancelada']),
  pago_em: Instant.nullable(),
  forma: Name,
  /** The amount that the portal or its counter collected; null: another system collected it. */
  pago_centavos: Centavos.nullable(),
  devolvido_centavos: Centavos,
});

const ExportedOrder = z.object({
  unidade: z.string(),
  numero: z.string(),
  pessoa_id: Id,
  matricula: z.string(),
  status: z.int(),
  status_nome: z.string(),
  total_centavos: Centavos,
  criado_em: Instant,
  pago_em: Instant.nullable(),
  cancelado_em: Instant.nullable(),
});

const ExportedContact = z.object({
  /** null: the lead has no unit yet. */
  unidade: Name,
  nome: z.string(),
  telefone: z.string(),
  email: Name,
  cidade: z.string(),
  estado: z.enum(['novo', 'em_contato', 'visita_marcada', 'matriculado', 'perdido']),
  motivo: Name,
  pessoa_id: Id.nullable(),
  enviado_em: Instant,
});

const ExportedAbsence = z.object({
  unidade: z.string(),
  turma_id: Id,
  turma: z.string(),
  pessoa_id: Id,
  matricula: z.string(),
  aula: z.int(),
  aula_inicio: Instant,
  status: z.enum(['avisada', 'justificada', 'nao_aceita']),
  motivo: z.string(),
  avisada_em: Instant,
  decidida_em: Instant.nullable(),
});

/** A lesson, with its attendance. */
const ExportedAttendance = z.object({
  unidade: z.string(),
  turma_id: Id,
  turma: z.string(),
  aula: z.int(),
  aula_inicio: Instant,
  aula_fim: Instant,
  cancelada_em: Instant.nullable(),
  /** When the teacher recorded the attendance; null: not yet. */
  chamada_em: Instant.nullable(),
  presencas: z.array(
    z.object({
      pessoa_id: Id,
      matricula: z.string(),
      status: z.enum(['presente', 'falta', 'justificada', 'reposta']),
      atraso: z.boolean(),
    }),
  ),
});

const change = <Kind extends ChangeKind, ExportedFields extends z.ZodType>(kind: Kind, exported: ExportedFields) =>
  z.object({
    tipo: z.literal(kind),
    /** The portal’s id of the record. */
    id: Id,
    /** When the portal noticed the change. */
    em: Instant,
    /** The record as it is now; null: it was deleted, or belongs to no unit of the reader any more. */
    dados: exported.nullable(),
  });

export const Change = z.discriminatedUnion('tipo', [
  change('pessoas', ExportedPerson),
  change('turmas', ExportedClass),
  change('matriculas', ExportedEnrollment),
  change('parcelas', ExportedBill),
  change('pedidos', ExportedOrder),
  change('contatos', ExportedContact),
  change('faltas', ExportedAbsence),
  change('chamadas', ExportedAttendance),
]);
export type Change = z.infer<typeof Change>;
/** The exported fields of a kind. */
export type ExportedFields<Kind extends ChangeKind> = NonNullable<Extract<Change, { tipo: Kind }>['dados']>;

export const ChangeQuery = z.object({
  /** `proximo` of the page before. Absent: from the start. */
  desde: z.string().max(60).optional(),
  /** Kinds, such as `parcelas,pedidos`. Absent: all that the reader may read. */
  tipos: z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(ChangeKind))
    .optional(),
  limite: z.coerce.number().int().min(1).max(MAX_CHANGES).default(200),
});
export type ChangeQuery = z.output<typeof ChangeQuery>;

export const ChangePage = z.object({
  items: z.array(Change),
  /** The cursor of the next page, also for a later request. */
  proximo: z.string(),
  /** More changes are available now. */
  tem_mais: z.boolean(),
});
export type ChangePage = z.infer<typeof ChangePage>;
