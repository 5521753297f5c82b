import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { FileInfo, Flag, Id, IdParam, Instant, OneId } from './shapes.schema.ts';

const Named = z.object({ id: Id, nome: z.string() });

/** Kinds of assignments. Reading needs no submission, and an exercise corrects itself. */
export const WorkKind = z.enum(['tarefa', 'audio', 'leitura', 'exercicio']);
export type WorkKind = z.infer<typeof WorkKind>;

export const WorkState = z.enum(['a_corrigir', 'devolvida', 'corrigida']);
export type WorkState = z.infer<typeof WorkState>;

/** A filter of submissions: a state, or those waiting for correction for a week. */
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
  /** null while the student redoes it. */
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
  /** Of an exercise. */
  respostas: z.array(z.object({ enunciado: z.string(), resposta: z.string(), certa: z.boolean() })),
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
