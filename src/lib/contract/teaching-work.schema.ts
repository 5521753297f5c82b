import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { FileInfo, Flag, Id, IdParam, Instant, LongText, OneId, Page, Text } from './shapes.schema.ts';

const Named = z.object({ id: Id, nome: z.string() });

/** What teachers ask for. Reading is the one kind without files. */
export const WorkKind = z.enum(['tarefa', 'audio', 'leitura']);
export type WorkKind = z.infer<typeof WorkKind>;

export const ClassWork = z.object({
  id: Id,
  turma_id: Id,
  titulo: z.string(),
  descricao: z.string(),
  tipo: WorkKind,
  prazo: Instant.nullable(),
  unidade_id: Id.nullable(),
  nota_maxima: z.number(),
  vale_pontos: z.boolean(),
  /** How many students handed it in, wait for the correction, have it, or do it again. */
  entregues: z.int(),
  a_corrigir: z.int(),
  corrigidas: z.int(),
  devolvidas: z.int(),
});
export type ClassWork = z.infer<typeof ClassWork>;

export const WorkInput = z.object({
  titulo: Text(120).meta({ title: 'Nome' }),
  descricao: LongText(2000).meta({ title: 'O que fazer' }),
  tipo: WorkKind,
  prazo: Instant.nullable(),
  unidade_id: Id.nullable(),
  nota_maxima: z.number().min(1).max(1000),
  vale_pontos: z.boolean(),
});
export type WorkInput = z.infer<typeof WorkInput>;

const WorkState = z.enum(['a_corrigir', 'devolvida', 'corrigida']);
export type WorkState = z.infer<typeof WorkState>;

/** What a list of work shows: a state, or what has waited for its correction for a week. */
export const WorkView = z.enum([...WorkState.options, 'parada']);
export type WorkView = z.infer<typeof WorkView>;

/** One student's work, in the list of a teacher. */
export const HandedIn = z.object({
  id: Id,
  aluno: z.object({ nome: z.string(), foto_url: z.string().nullable() }),
  atividade: Named,
  turma: Named,
  estado: WorkState,
  prazo: Instant.nullable(),
  /** Null while the student does it again. */
  entregue_em: Instant.nullable(),
  atrasada: z.boolean(),
  corrigida_em: Instant.nullable(),
  devolvida_em: Instant.nullable(),
  nota: z.number().nullable(),
  nota_maxima: z.number(),
  arquivos: z.int(),
});
export type HandedIn = z.infer<typeof HandedIn>;

export const HandedInDetail = HandedIn.extend({
  arquivos: z.array(FileInfo),
  descricao: z.string(),
  comentario: z.string().nullable(),
  correcoes: z.array(FileInfo),
});
export type HandedInDetail = z.infer<typeof HandedInDetail>;

const OneFile = z.object({ id: IdParam, tipo: z.enum(['envio', 'correcao']), n: IdParam });

export const workCalls = {
  addCorrection: {
    summary: 'Adds a file or a voice note to the correction of a piece of work',
    ledger: 'ours',
    params: OneId,
    body: z.object({ file: z.any() }),
    result: HandedInDetail,
  },
  viewHandedIn: {
    summary: 'A file of handed-in work, to be seen in its page; `baixar` makes it a download',
    ledger: 'ours',
    params: OneFile,
    query: z.object({ baixar: Flag.optional() }),
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;

/** What `listClassWork` answers. */
export const ListClassWorkAnswer = z.object({
  turma: Named.extend({ livro: z.string(), timezone: z.string(), alunos: z.int() }),
  unidades: z.array(z.object({ id: Id, numero: z.int(), titulo: z.string() })),
  /** Other running classes of the teacher. */
  turmas: z.array(Named),
  /** What the club gives for work in time; null: nothing. */
  pontos: z.int().nullable(),
  atividades: z.array(ClassWork),
});
export type ListClassWorkAnswer = z.infer<typeof ListClassWorkAnswer>;

/** What `listHandedIn` answers. */
export const ListHandedInAnswer = Page(HandedIn).extend({
  contagens: z.record(WorkView, z.int()),
  turmas: z.array(Named.extend({ a_corrigir: z.int() })),
});
export type ListHandedInAnswer = z.infer<typeof ListHandedInAnswer>;

/** What `getHandedIn` answers. */
export const GetHandedInAnswer = z.object({
  trabalho: HandedInDetail,
  timezone: z.string(),
  /** The oldest other work that waits for its correction. */
  proximo: Id.nullable(),
  esperam: z.int(),
});
export type GetHandedInAnswer = z.infer<typeof GetHandedInAnswer>;
