import { z } from 'zod';
import type { CallSchema } from './core.ts';
import {
  FileInfo,
  Flag,
  Id,
  IdParam,
  Instant,
  LongText,
  OneId,
  OptionalLongText,
  Page,
  PageQuery,
  Text,
} from './shapes.schema.ts';

const Named = z.object({ id: Id, nome: z.string() });
const Mark = z.number().min(0).max(1000);

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
const WorkView = z.enum([...WorkState.options, 'parada']);
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

const HandedInDetail = HandedIn.extend({
  arquivos: z.array(FileInfo),
  descricao: z.string(),
  comentario: z.string().nullable(),
  correcoes: z.array(FileInfo),
});
export type HandedInDetail = z.infer<typeof HandedInDetail>;

const OneFile = z.object({ id: IdParam, tipo: z.enum(['envio', 'correcao']), n: IdParam });

export const workCalls = {
  listClassWork: {
    summary: 'What a class was asked for, the nearest deadline last, and what a new piece of work can be made of',
    ledger: 'ours',
    params: OneId,
    result: z.object({
      turma: Named.extend({ livro: z.string(), timezone: z.string(), alunos: z.int() }),
      unidades: z.array(z.object({ id: Id, numero: z.int(), titulo: z.string() })),
      /** Other running classes of the teacher. */
      turmas: z.array(Named),
      /** What the club gives for work in time; null: nothing. */
      pontos: z.int().nullable(),
      atividades: z.array(ClassWork),
    }),
  },
  createWork: {
    summary: 'Asks a class for a piece of work; its students are told once',
    ledger: 'ours',
    params: OneId,
    body: WorkInput,
    result: ClassWork,
  },
  updateWork: {
    summary: 'Changes a piece of work; its kind stays once somebody handed it in',
    ledger: 'ours',
    params: OneId,
    body: WorkInput,
    result: ClassWork,
  },
  removeWork: {
    summary: 'Removes a piece of work that nobody handed in',
    ledger: 'ours',
    params: OneId,
    result: z.object({ id: Id }),
  },
  copyWork: {
    summary: 'Asks another class of the teacher for the same',
    ledger: 'ours',
    params: OneId,
    body: z.object({ turma_id: Id, prazo: Instant.nullable() }),
    result: ClassWork,
  },
  listHandedIn: {
    summary:
      'Work that was handed in to the teacher: what waits, the oldest first; else the newest first. `parada` reaches as far as the panel',
    ledger: 'ours',
    query: PageQuery.extend({ turma: IdParam.optional(), estado: WorkView.default('a_corrigir') }),
    result: Page(HandedIn).extend({
      contagens: z.record(WorkView, z.int()),
      turmas: z.array(Named.extend({ a_corrigir: z.int() })),
    }),
  },
  getHandedIn: {
    summary: 'One piece of handed-in work, with its files, and what waits next',
    ledger: 'ours',
    params: OneId,
    query: z.object({ turma: IdParam.optional() }),
    result: z.object({
      trabalho: HandedInDetail,
      timezone: z.string(),
      /** The oldest other work that waits for its correction. */
      proximo: Id.nullable(),
      esperam: z.int(),
    }),
  },
  correctWork: {
    summary: 'Gives work its mark and words; the student is told once',
    ledger: 'ours',
    params: OneId,
    body: z.object({ nota: Mark.nullable(), comentario: OptionalLongText(2000) }),
    result: HandedInDetail,
  },
  returnWork: {
    summary: 'Gives work back to be done again, and says why',
    ledger: 'ours',
    params: OneId,
    body: z.object({ comentario: LongText(2000) }),
    result: HandedInDetail,
  },
  addCorrection: {
    summary: 'Adds a file or a voice note to the correction of a piece of work',
    ledger: 'ours',
    params: OneId,
    body: z.object({ file: z.any() }),
    result: HandedInDetail,
  },
  removeCorrection: {
    summary: 'Takes a file of a correction back',
    ledger: 'ours',
    params: z.object({ id: IdParam, n: IdParam }),
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
