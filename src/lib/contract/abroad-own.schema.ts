import { z } from 'zod';
import { DraftStep, DraftValues } from './abroad-draft.schema.ts';
import { Documento, DocumentoTipo, TurmaUsa, UsaRequest } from './abroad-shapes.schema.ts';
import type { CallSchema } from './core.ts';
import { Cpf, Day, Detail, Id, Instant, Line, OneId, Page, PageQuery, Text } from './shapes.schema.ts';

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

const Token = z.string().min(10).max(600);
const Tipo = z.object({ tipo: Text(30) });

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

const Motivo = Line(300);
const needsReason = 'Diga o motivo: o aluno vai ler';

export const ownCalls = {
  getDraft: { summary: 'The request as far as it was filled in', ledger: 'ours', result: UsaDraft },
  saveDraft: {
    summary: 'Saves some fields of the draft, right or not',
    ledger: 'ours',
    body: z.object({ valores: DraftValues }),
    result: UsaDraft,
  },
  uploadDraftDocument: {
    summary: 'Keeps a document with the draft',
    ledger: 'ours',
    params: Tipo,
    body: z.object({ file: z.any() }),
    result: UsaDraft,
  },
  deleteDraftDocument: {
    summary: 'Takes a document off the draft',
    ledger: 'ours',
    params: Tipo,
    result: UsaDraft,
  },
  sendDraft: {
    summary: 'Sends the draft as the request',
    ledger: 'ours',
    body: z.object({ aceite_termos: z.literal(true), consentimento_dados: z.literal(true) }),
    result: UsaRequest,
  },
  sendConsentLink: {
    summary: 'Mails the guardian a new link for his consent',
    ledger: 'ours',
    params: OneId,
    result: Detail,
  },
  getConsent: {
    summary: 'What the guardian is asked to agree to',
    ledger: 'ours',
    params: z.object({ token: Token }),
    result: UsaConsent,
  },
  giveConsent: {
    summary: 'The guardian agrees, with date',
    ledger: 'ours',
    body: z.object({ token: Token, cpf: Cpf, aceite: z.literal(true) }),
    result: UsaConsent,
  },
  downloadUsaDocument: {
    summary: 'A document of a request, for its owner and the staff of the school',
    ledger: 'ours',
    params: OneId,
    result: z.any(),
  },
  listSchoolRequests: {
    summary: 'Requests of the own school, for managers',
    ledger: 'ours',
    query: PageQuery.extend({
      /** `a_conferir`: with documents to check. */
      status: z.union([UsaRequest.shape.status, z.literal('a_conferir')]).optional(),
      q: Line(80).optional(),
    }),
    /** `contagens`: all of the search, by state. */
    result: Page(UsaStaffRow).extend({ contagens: z.record(z.string(), z.int()) }),
  },
  getSchoolRequest: {
    summary: 'One request of the own school',
    ledger: 'ours',
    params: OneId,
    result: UsaStaffRequest,
  },
  reviewDocument: {
    summary: 'Accepts a document, or refuses it with a reason',
    ledger: 'ours',
    params: OneId,
    body: z
      .object({ resultado: z.enum(['aceito', 'recusado']), motivo: Motivo.optional() })
      .refine(({ resultado, motivo }) => resultado === 'aceito' || Boolean(motivo), {
        path: ['motivo'],
        message: needsReason,
      }),
    result: UsaStaffRequest,
  },
  decideRequest: {
    summary: 'Begins the analysis of a request, approves or refuses it',
    ledger: 'ours',
    params: OneId,
    body: z
      .object({ resultado: z.enum(['em_analise', 'aprovada', 'recusada']), motivo: Motivo.optional() })
      .refine(({ resultado, motivo }) => resultado !== 'recusada' || Boolean(motivo), {
        path: ['motivo'],
        message: needsReason,
      }),
    result: UsaStaffRequest,
  },
} satisfies Record<string, CallSchema>;
