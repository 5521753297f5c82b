import { z } from 'zod';
import { MAX_PICTURE, megabytes } from '#lib/format/limits.ts';
import { UserChoice } from './account-shapes.schema.ts';
import type { CallSchema } from './core.ts';
import { Centavos, Day, Id, Instant, Text } from './shapes.schema.ts';

/** Accounts with the same e-mail, verified in both: the user may switch to them without a password. */
export const SwitchableAccounts = z.object({
  contas: z.array(UserChoice),
  /** The user's own e-mail is not verified: until then the list is empty. */
  precisa_verificar: z.boolean(),
  /** Number of other accounts that use the e-mail and have not verified it. */
  por_verificar: z.int(),
});
export type SwitchableAccounts = z.infer<typeof SwitchableAccounts>;

/** The user's e-mail, and its pending change. */
export const OwnEmail = z.object({
  email: z.string(),
  confirmado: z.boolean(),
  /** Requested, and not confirmed in its mailbox yet. */
  pendente: z.object({ email: z.string(), pedido_em: Instant }).nullable(),
  /**
   * The school wrote it; the user may undo it until `desfaz_ate`. `encerra`: it came with a password, so undoing ends
   * all sessions, this one too, and the earlier address gets a link that sets another password.
   */
  da_escola: z
    .object({ de: z.string(), para: z.string(), em: Instant, desfaz_ate: Instant, encerra: z.boolean() })
    .nullable(),
});
export type OwnEmail = z.infer<typeof OwnEmail>;

/** The change that the link in the old mailbox is about, with masked addresses. */
export const EmailChangeCheck = z.object({
  nome_mascarado: z.string(),
  de: z.string(),
  para: z.string(),
  da_escola: z.boolean(),
  ja_vale: z.boolean(),
  concordou: z.boolean(),
  desfaz_ate: Instant,
});
export type EmailChangeCheck = z.infer<typeof EmailChangeCheck>;

/** The change of a minor's registration that the link in the mail is about. */
export const RegistrationChangeCheck = z.object({
  nome_mascarado: z.string(),
  campos: z.array(z.enum(['guardian', 'cpf', 'birth_date'])),
  da_escola: z.boolean(),
  /** A new guardian has not confirmed yet. */
  espera: z.boolean(),
  desfaz_ate: Instant,
});
export type RegistrationChangeCheck = z.infer<typeof RegistrationChangeCheck>;

/** A device with an open session, in words. */
export const KnownSession = z.object({
  id: z.string(),
  /** Such as `Chrome`; empty if the browser does not say. */
  navegador: z.string(),
  /** Such as `Android`. */
  sistema: z.string(),
  aparelho: z.enum(['celular', 'tablet', 'computador', 'outro']),
  /** Came with the code of a book: opens study only. */
  so_estudo: z.boolean(),
  criada_em: Instant,
  vista_em: Instant,
  atual: z.boolean(),
});
export type KnownSession = z.infer<typeof KnownSession>;

/** The request for erasure; both are null without one. */
export const AccountErasure = z.object({
  pedida_em: Instant.nullable(),
  apaga_em: Instant.nullable(),
  /** Why the user cannot ask for it now, fit to be shown. */
  impedimento: z.string().nullable(),
  /** A minor's guardian must agree. */
  precisa_responsavel: z.boolean(),
  carencia_dias: z.int(),
  /** What the user loses, and what they still have to pay. */
  pontos: z.int(),
  parcelas_abertas: z.int(),
});
export type AccountErasure = z.infer<typeof AccountErasure>;

export const ConsentRow = z.object({
  tipo: z.string(),
  versao: z.string(),
  aceito_em: Instant,
  /** Keyed hash of the network address; empty if none was stored. */
  ip_hash: z.string(),
});
export type ConsentRow = z.infer<typeof ConsentRow>;

/** What a guardian sees of a child. Read-only. */
export const FamilyChild = z.object({
  id: Id,
  nome: z.string(),
  avatar_url: z.string().nullable(),
  escola: z.string(),
  /** The zone of the child's unit. */
  timezone: z.string(),
  parentesco: z.string(),
  aulas: z.array(
    z.object({ id: Id, turma: z.string(), titulo: z.string(), inicio: Instant, fim: Instant, online: z.boolean() }),
  ),
  parcelas: z.array(
    z.object({
      id: Id,
      descricao: z.string(),
      vencimento: Day,
      valor_centavos: Centavos,
      status: z.enum(['a_vencer', 'vence_hoje', 'vencida', 'em_processamento']),
      /** Link that pays it without a login; null while a payment is under way. */
      link_pagamento: z.string().nullable(),
    }),
  ),
  faltas: z.array(z.object({ aula_id: Id, turma: z.string(), titulo: z.string(), inicio: Instant })),
  /** All missed lessons. */
  faltas_total: z.int(),
  notas: z.array(
    z.object({
      turma: z.string(),
      periodo: z.string(),
      avaliacao: z.string(),
      nota: z.number(),
      nota_maxima: z.number(),
      data: Day,
    }),
  ),
});
export type FamilyChild = z.infer<typeof FamilyChild>;

/** What a guardian reads after opening the mailed link. */
export const GuardianQuestion = z.object({
  aluno: z.string(),
  responsavel: z.string(),
  parentesco: z.string(),
  escola: z.string().nullable(),
  /** When the guardian confirmed; null before that. */
  confirmado_em: Instant.nullable(),
});
export type GuardianQuestion = z.infer<typeof GuardianQuestion>;

export const LinkToken = Text(600);
export const UndoToken = z.object({ token: z.string().regex(/^[\w-]{20,80}$/) });
const FileKey = z.object({ chave: z.string().regex(/^[0-9a-f]{36}$/) });

export const calls = {
  uploadAvatar: {
    summary: `Keeps a picture for the profile, which then names it; ${megabytes(MAX_PICTURE)} at most`,
    ledger: 'ours',
    body: z.object({ file: z.any() }),
    result: z.object({ avatar_file_id: z.string(), avatar_url: z.string() }),
  },
  getAvatar: { summary: 'The picture of a profile', ledger: 'ours', params: FileKey, result: z.any() },
  downloadExport: { summary: 'Everything about the user, as a ZIP', ledger: 'ours', result: z.any() },
} satisfies Record<string, CallSchema>;
