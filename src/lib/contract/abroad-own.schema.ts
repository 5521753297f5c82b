import { z } from 'zod';
import { DraftStep, DraftValues } from './abroad-draft.schema.ts';
import { Documento, DocumentoTipo, TurmaUsa } from './abroad-shapes.schema.ts';
import type { CallSchema } from './core.ts';
import { Id, Instant, OneId, Text } from './shapes.schema.ts';

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

export const Token = z.string().min(10).max(600);
export const Tipo = z.object({ tipo: Text(30) });

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
