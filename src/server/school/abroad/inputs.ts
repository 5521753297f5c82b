import { z } from 'zod';
import { UsaRequest } from '#lib/contract/abroad-shapes.schema.ts';
import { CursorQuery, IdParam, Line, Whole } from '#lib/contract/shapes.schema.ts';

const Motivo = Line(300);

const needsReason = 'Diga o motivo: o aluno vai ler';

export const Versao = Whole.min(1);

export const sendDraftInput = z.object({ aceite_termos: z.literal(true), consentimento_dados: z.literal(true) });

export const listSchoolRequestsInput = CursorQuery.extend({
  /** `a_conferir`: with documents to check. */
  status: z.union([UsaRequest.shape.status, z.literal('a_conferir')]).optional(),
  q: Line(80).optional(),
});

export const reviewDocumentInput = z
  .object({ id: IdParam, resultado: z.enum(['aceito', 'recusado']), motivo: Motivo.optional() })
  .refine(({ resultado, motivo }) => resultado === 'aceito' || Boolean(motivo), {
    path: ['motivo'],
    message: needsReason,
  });

export const decideRequestInput = z
  .object({ id: IdParam, resultado: z.enum(['em_analise', 'aprovada', 'recusada']), motivo: Motivo.optional() })
  .refine(({ resultado, motivo }) => resultado !== 'recusada' || Boolean(motivo), {
    path: ['motivo'],
    message: needsReason,
  });

export const setTripStateInput = z.object({ id: IdParam, estado: z.enum(['publicada', 'encerrada']), versao: Versao });
