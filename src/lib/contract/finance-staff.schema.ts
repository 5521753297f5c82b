import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Devolucao, Parcela, Way } from './finance-shapes.schema.ts';
import { Centavos, Day, Id, IdParam, Instant, Month, OneId } from './shapes.schema.ts';

export const BillState = z.enum(['abertas', 'vencidas', 'pagas', 'canceladas']);
export type BillState = z.infer<typeof BillState>;

const Named = z.object({ id: Id, nome: z.string() });

/** A bill of any kind as the office lists it. `total`: what is due today, or was paid. */
export const SchoolBill = z.object({
  id: Id,
  tipo: z.enum(['curso', 'pedido', 'cambio', 'viagem']),
  descricao: z.string(),
  aluno: Named,
  unidade: Named,
  vencimento: Day,
  status: Parcela.shape.status,
  valor_centavos: Centavos,
  desconto_centavos: Centavos,
  /** The part of it that comes from discounts of the club. */
  credito_centavos: Centavos,
  multa_centavos: Centavos,
  juros_centavos: Centavos,
  total_centavos: Centavos,
  pago_em: Instant.nullish(),
  forma: Way.nullish(),
});
export type SchoolBill = z.infer<typeof SchoolBill>;

/** Sums of a whole filter. Cancelled bills are only counted. valor − desconto + encargos = recebido + a_receber. */
const BillSums = z.object({
  /** Without cancelled ones, unless the filter is for them. */
  quantidade: z.int(),
  valor_centavos: Centavos,
  desconto_centavos: Centavos,
  /** Fine and interest: of open bills as of today, of paid ones as they were charged. */
  encargos_centavos: Centavos,
  /** Less what went back. */
  recebido_centavos: Centavos,
  a_receber_centavos: Centavos,
});
export type BillSums = z.infer<typeof BillSums>;

const Change = z.object({ campo: z.string(), antes: z.string(), depois: z.string() });

export const SchoolBillDetail = SchoolBill.extend({
  competencia: Month,
  numero: z.int(),
  total: z.int(),
  pagar_ate: Day.nullish(),
  /** The part of the discount that the office gave. */
  abatimento_centavos: Centavos,
  /** What came in before without paying it whole. */
  pago_parcial_centavos: Centavos,
  sem_encargos: z.boolean(),
  contrato: z.object({ id: Id, descricao: z.string() }),
  /** Who pays by the contract; the telephone is that of the student or of the minor's guardian. */
  pagador: z.object({ nome: z.string(), telefone: z.string().nullish() }),
  /** The unit to which the student moved since. */
  aluno_em: z.string().nullish(),
  /** The school's day. */
  hoje: Day,
  /** What is due if it was paid on the asked day. */
  em_dia: z.object({ dia: Day, total_centavos: Centavos }),
  cobrancas: z.array(
    z.object({
      id: Id,
      forma: Way,
      valor_centavos: Centavos,
      status: z.enum(['criando', 'ativa', 'em_analise', 'paga', 'recusada', 'expirada', 'removida', 'desfeita']),
      em: Instant,
      pago_em: Instant.nullish(),
      detalhe: z.string().nullish(),
      no_balcao: z.boolean(),
      /** A boleto on its way back: the payer names the account there. */
      link_do_pagador: z.string().nullish(),
    }),
  ),
  historico: z.array(z.object({ id: Id, acao: z.string(), quem: z.string(), em: Instant, mudancas: z.array(Change) })),
  devolucao: Devolucao.nullish(),
  /** What the school still has of the payment, and what the portal has not sent back yet. */
  resta_centavos: Centavos,
  a_devolver_centavos: Centavos,
  /** The plan that replaced it: its first bill. */
  nova_parcela_id: Id.nullish(),
  pode: z.object({
    receber: z.boolean(),
    mudar: z.boolean(),
    desfazer: z.boolean(),
    devolver: z.boolean(),
    /** Note that money went back outside the portal. */
    anotar_devolucao: z.boolean(),
    /** Open it again, after all of its money went back. */
    reabrir: z.boolean(),
    cancelar_boleto: z.boolean(),
    ver_aluno: z.boolean(),
  }),
  recibo_url: z.string().nullish(),
  /** How it can be paid in the portal; empty: at the school alone. */
  formas: Parcela.shape.formas,
});
export type SchoolBillDetail = z.infer<typeof SchoolBillDetail>;

const CloseRow = z.object({
  dia: Day,
  unidade: Named,
  forma: Way.nullish(),
  recebimentos: z.int(),
  recebido_centavos: Centavos,
  devolvido_centavos: Centavos,
});
export const MonthClose = z.object({
  mes: Month,
  linhas: z.array(CloseRow),
  unidades: z.array(Named),
  recebido_centavos: Centavos,
  devolvido_centavos: Centavos,
  /** Money back that was asked for in the month and has not left yet. */
  a_devolver_centavos: Centavos,
});
export type MonthClose = z.infer<typeof MonthClose>;

export const CloseQuery = z.object({ mes: Month, unidade: IdParam.optional() });

export const TermsFields = {
  /** Hundredths of a per cent: the consumer code allows 2% once and 1% a month. */
  multa_bps: z.int().min(0).max(200, 'No máximo 2%'),
  juros_bps: z.int().min(0).max(100, 'No máximo 1% ao mês'),
  carencia_dias: z.int().min(0).max(30),
};
/** Terms of a unit for late bills. */
export const SchoolTerms = z.object({
  id: Id,
  nome: z.string(),
  ...TermsFields,
  /** What holds for bills due before a day, the oldest first. */
  antes: z.array(z.object({ ate: Day, ...TermsFields })),
});
export type SchoolTerms = z.infer<typeof SchoolTerms>;
export const TouchedBills = z.object({ parcelas: z.int(), alunos: z.int() });
export type TouchedBills = z.infer<typeof TouchedBills>;

/** Above these amounts a gift of staff asks who acts; 0: always. */
export const ProofLimits = z.object({
  centavos: z.int('Digite um valor em reais').min(0).max(10_000_000, 'No máximo R$ 100.000,00'),
  pontos: z.int('Digite um número inteiro').min(0).max(1_000_000, 'No máximo 1.000.000'),
});
export type ProofLimits = z.infer<typeof ProofLimits>;
/** `pode_mudar`: the reader works for the whole school. */
const ShownProofLimits = ProofLimits.extend({ pode_mudar: z.boolean() });
export type ShownProofLimits = z.infer<typeof ShownProofLimits>;

/** An account in which a unit receives, without its secrets. */
const AccountState = z.object({
  unidade: z.object({ id: Id, nome: z.string() }),
  instituicao: z.string(),
  documento_mascarado: z.string(),
  /** `fechada`: the key that sealed its secrets is lost. `calada`: the bank did not answer in time. */
  estado: z.enum(['responde', 'calada', 'fechada']),
  /** Whether the bank tells the portal of payments; null: unknown. */
  avisos: z.enum(['registrada', 'parada', 'ausente']).nullable(),
  certificado_ate: Day.nullable(),
});
export type AccountState = z.infer<typeof AccountState>;

/** What `listSchoolTerms` answers. */
export const ListSchoolTermsAnswer = z.array(SchoolTerms);
export type ListSchoolTermsAnswer = z.infer<typeof ListSchoolTermsAnswer>;

export const calls = {
  downloadSchoolReceipt: {
    summary: 'The receipt of a paid bill, for the staff, as PDF',
    ledger: 'ours',
    params: OneId,
    result: z.any(),
  },
  downloadMonthClose: {
    summary: 'Each payment and refund of a month as CSV',
    ledger: 'ours',
    query: CloseQuery,
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
