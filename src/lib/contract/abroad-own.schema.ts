import { z } from 'zod';
import { DraftStep, DraftValues } from './abroad-draft.schema.ts';
import { Documento, DocumentoTipo, TurmaUsa, UsaRequest } from './abroad-shapes.schema.ts';
import type { CallSchema } from './core.ts';
import { Day, Id, Instant, OneId, Text } from './shapes.schema.ts';

export const UsaDraft = z.object({
  /** null before the first save: the form then shows the registration data. */
  id: Id.nullable(),
  valores: DraftValues,
  turma: TurmaUsa.nullable(),
  documentos: z.array(z.object({ tipo: DocumentoTipo, documento: Documento.nullish() })),
  /** Under 18 today by the birth date in the form; null without a valid date. */
  menor: z.boolean().nullable(),
  passos: z.array(
    z.object({
      passo: DraftStep,
      completo: z.boolean(),
      /** The problem of each field by its name, in words. */
      problemas: z.record(z.string(), z.string()),
    }),
  ),
  atualizado_em: Instant.nullable(),
});
export type UsaDraft = z.infer<typeof UsaDraft>;

/** What a guardian reads before the decision. */
export const UsaConsent = z.object({
  aluno: z.string(),
  responsavel: z.string(),
  turma: z.object({
    nome: z.string(),
    destino: z.string(),
    escola_parceira: z.string(),
    inicio: Day,
    fim: Day,
    preco_minor: z.int(),
    moeda: z.string(),
  }),
  escola: z.string().nullable(),
  expira_em: Instant,
  dado_em: Instant.nullable(),
});
export type UsaConsent = z.infer<typeof UsaConsent>;

export const Token = z.string().min(10).max(600);
export const Tipo = z.object({ tipo: Text(30) });

export const UsaStaffRow = z.object({
  id: Id,
  protocolo: z.string(),
  status: UsaRequest.shape.status,
  aluno: z.string(),
  turma: z.string(),
  enviada_em: Instant,
  /** Documents that the school still has to check. */
  a_conferir: z.int(),
  menor: z.boolean(),
});
export type UsaStaffRow = z.infer<typeof UsaStaffRow>;

export const UsaStaffRequest = z.object({
  request: UsaRequest,
  aluno: z.object({ user_id: Id, nome: z.string(), email: z.string(), telefone: z.string().nullable() }),
});
export type UsaStaffRequest = z.infer<typeof UsaStaffRequest>;

export const ownCalls = {
  uploadDraftDocument: {
    summary: 'Keeps a document with the draft',
    ledger: 'ours',
    params: Tipo,
    body: z.object({ file: z.any() }),
    result: UsaDraft,
  },
  downloadUsaDocument: {
    summary: 'A document of a request, for its owner and the staff of the school',
    ledger: 'ours',
    params: OneId,
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
