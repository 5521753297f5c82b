import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { CounterWay, Devolucao, Parcela, Way } from './finance-shapes.schema.ts';
import {
  Amount,
  Centavos,
  Day,
  Detail,
  Id,
  IdParam,
  Instant,
  Line,
  Month,
  OneId,
  Page,
  PageQuery,
  Text,
} from './shapes.schema.ts';

/** Amounts that staff write: up to a hundred thousand reais. */
const Reason = Text(200);
/** What the staff saw: another amount is refused, and nothing happens. */
const Seen = z.int().min(-2_147_483_648).max(2_147_483_647);

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

/** Instalments of a plan. */
const Plan = z.object({ parcelas: z.int().min(1).max(48), primeiro_dia: Day });
const Made = z.object({ contrato_id: Id, parcela_id: Id });

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

const CloseQuery = z.object({ mes: Month, unidade: IdParam.optional() });
const Done = Detail.extend({ id: Id });

const TermsFields = {
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
const TouchedBills = z.object({ parcelas: z.int(), alunos: z.int() });

/** Above these amounts a gift of staff asks who acts; 0: always. */
const ProofLimits = z.object({
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

export const calls = {
  listSchoolBills: {
    summary: 'Bills of the units that the staff reaches, with sums over the whole filter',
    ledger: 'ours',
    query: PageQuery.extend({
      estado: BillState.optional(),
      /** Month of the due day. Paid, cancelled and all bills are shown by month: without one, that of today. */
      mes: Month.optional(),
      unidade: IdParam.optional(),
      aluno: IdParam.optional(),
      /** A part of the name, or the beginning of a CPF. */
      q: Line(80).optional(),
    }),
    result: Page(SchoolBill).extend({
      mes: Month.nullish(),
      somas: BillSums,
      /** Late bills of the units, the people and the month of the filter. */
      atrasadas: z.int(),
      /** The asked student, within reach. */
      aluno: Named.extend({ saiu: z.boolean() }).nullish(),
      unidades: z.array(Named),
    }),
  },
  getSchoolBill: {
    summary: 'One bill with its history, for the staff',
    ledger: 'ours',
    params: OneId,
    /** The day for `em_dia`; without it today. */
    query: z.object({ dia: Day.optional() }),
    result: SchoolBillDetail,
  },
  getSchoolBillLink: {
    summary: 'Signed payment link of a bill, for the staff to send',
    ledger: 'ours',
    params: OneId,
    result: z.object({ url: z.string(), expira_em: Instant }),
  },
  downloadSchoolReceipt: {
    summary: 'The receipt of a paid bill, for the staff, as PDF',
    ledger: 'ours',
    params: OneId,
    result: z.any(),
  },
  payAtCounter: {
    summary: 'Notes a payment at the counter',
    ledger: 'ours',
    params: OneId,
    body: z.object({ forma: CounterWay, dia: Day, total_visto_centavos: Seen }),
    result: Done,
  },
  undoCounterPayment: {
    summary: 'Takes a payment at the counter back, on the day on which it was noted',
    ledger: 'ours',
    params: OneId,
    body: z.object({ motivo: Reason }),
    result: Done,
  },
  refundSchoolBill: {
    summary: 'Gives the money of a paid bill back',
    ledger: 'ours',
    params: OneId,
    body: z.object({ motivo: Reason, total_visto_centavos: Seen }),
    result: Done,
  },
  noteRefund: {
    summary: 'Notes money of a paid bill that went back outside the portal',
    ledger: 'ours',
    params: OneId,
    body: z.object({ valor_centavos: Amount.min(1), dia: Day, motivo: Reason }),
    result: Done,
  },
  reopenBill: {
    summary: 'Opens a bill again whose money went back whole',
    ledger: 'ours',
    params: OneId,
    body: z.object({ vencimento: Day, motivo: Reason }),
    result: Done,
  },
  discountBill: {
    summary: 'Sets the discount of the office, and whether fine and interest are waived',
    ledger: 'ours',
    params: OneId,
    body: z.object({ abatimento_centavos: Amount, sem_encargos: z.boolean(), motivo: Reason }),
    result: Done,
  },
  moveDueDay: {
    summary: 'Sets another due day',
    ledger: 'ours',
    params: OneId,
    body: z.object({ vencimento: Day, motivo: Reason }),
    result: Done,
  },
  cancelSchoolBill: {
    summary: 'Cancels an open bill',
    ledger: 'ours',
    params: OneId,
    body: z.object({ motivo: Reason }),
    result: Done,
  },
  cancelSchoolBoleto: {
    summary: 'Ends the open boleto of a bill of any kind; an exchange ends with it',
    ledger: 'ours',
    params: OneId,
    body: z.object({ motivo: Reason }),
    result: Done,
  },
  createContract: {
    summary: 'Makes a contract of a student with its bills',
    ledger: 'ours',
    body: z.object({
      user_id: Id,
      descricao: Text(120),
      /** Who pays, unless it is the student. */
      responsavel: Line(120).optional(),
      /** Of each instalment. */
      valor_centavos: Amount.min(100),
      /** For paying until the due day. */
      desconto_centavos: Amount,
      ...Plan.shape,
    }),
    result: Made,
  },
  renegotiateBills: {
    summary: 'Replaces open bills of a student by a new plan',
    ledger: 'ours',
    body: z.object({
      parcela_ids: z.array(Id).min(1).max(48),
      /** What the bills cost today, without discounts of the club, which pass to the next bill. */
      total_visto_centavos: Seen,
      acrescimo_centavos: Amount,
      desconto_centavos: Amount,
      ...Plan.shape,
      motivo: Reason,
    }),
    result: Made,
  },
  getMonthClose: {
    summary: 'Money received and given back in a month, by day, unit and way',
    ledger: 'ours',
    query: CloseQuery,
    result: MonthClose,
  },
  downloadMonthClose: {
    summary: 'Each payment and refund of a month as CSV',
    ledger: 'ours',
    query: CloseQuery,
    result: z.any(),
  },
  listSchoolTerms: { summary: 'What the own units ask for late bills', ledger: 'ours', result: z.array(SchoolTerms) },
  listPaymentAccounts: {
    summary: 'In which accounts the own units receive, and whether their banks answer',
    ledger: 'ours',
    result: z.array(AccountState),
  },
  getProofLimits: {
    summary: 'Above which amount and how many points a gift of the own school’s staff asks who acts',
    ledger: 'ours',
    result: ShownProofLimits,
  },
  updateProofLimits: {
    summary: 'Sets that amount and these points',
    ledger: 'ours',
    body: ProofLimits,
    result: ShownProofLimits,
  },
  previewSchoolTerms: {
    summary: 'How many open bills would follow new terms from a day on',
    ledger: 'ours',
    params: OneId,
    query: z.object({ a_partir_de: Day }),
    result: TouchedBills,
  },
  updateSchoolTerms: {
    summary: 'Sets what a unit asks for late bills that are due from a later day on',
    ledger: 'ours',
    params: OneId,
    body: z.object({ ...TermsFields, a_partir_de: Day }),
    result: TouchedBills,
  },
} satisfies Record<string, CallSchema>;
