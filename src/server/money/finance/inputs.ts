import { z } from 'zod';
import { Signature } from '#lib/contract/finance.schema.ts';
import { CounterMethod } from '#lib/contract/finance-shapes.schema.ts';
import { BillState, TermsFields } from '#lib/contract/finance-staff.schema.ts';
import {
  Amount,
  CursorQuery,
  Day,
  Id,
  IdParam,
  Line,
  Month,
  OptionalText,
  Text,
  Whole,
} from '#lib/contract/shapes.schema.ts';

const Reason = Text(200);

/** Instalments of a plan. */
const Plan = z.object({ parcelas: z.int().min(1).max(48), primeiro_dia: Day });

export const listSchoolBillsInput = CursorQuery.extend({
  estado: BillState.optional(),
  /** Month of the due day. Paid, cancelled and all bills are shown by month: without one, that of today. */
  mes: Month.optional(),
  unidade: IdParam.optional(),
  aluno: IdParam.optional(),
  /** A part of the name, or the beginning of a CPF. */
  q: Line(80).optional(),
  /** The step of the last reminder, a promise, or a pause of the person. */
  lembrete: z.enum(['1', '2', '3', '4', '5', 'promessa', 'quebrada', 'pausa']).optional(),
  /** The contract has Pix Automático, or a debit of the bill failed. */
  automatico: z.enum(['ativo', 'falhou']).optional(),
});

/** A bill, authorized by the session or by the signature of a payment link. */
export const signedBillInput = z.object({ id: IdParam, assinatura: Signature });

/** `total_visto_centavos`: the amount that the staff saw; if it has changed, the request is refused. */
export const payAtCounterInput = z.object({
  id: IdParam,
  forma: CounterMethod,
  dia: Day,
  total_visto_centavos: Whole,
  /** The amount received, if it is only a part. */
  valor_centavos: Amount.min(1).optional(),
});

export const remindBillsInput = z.object({ ids: z.array(Id).min(1).max(100) });

export const promiseBillsInput = remindBillsInput.extend({ prometida_para: Day.nullable() });

export const pauseRemindersInput = remindBillsInput.extend({
  pausar: z.boolean(),
  ate: Day.nullish(),
  motivo: OptionalText(200),
});

export const updateReminderStepInput = z.object({
  id: z.int().min(1).max(5),
  /** After the due day; before it if negative. */
  dias: z.int('Digite um número inteiro').min(-15, 'No máximo 15 dias antes').max(60, 'No máximo 60 dias depois'),
  ligado: z.boolean(),
  texto: OptionalText(120),
});

/** A change of a bill whose only input is a reason. */
export const reasonedInput = z.object({ id: IdParam, motivo: Reason });

export const newDueDayInput = z.object({ id: IdParam, vencimento: Day, motivo: Reason });

export const refundSchoolBillInput = z.object({ id: IdParam, motivo: Reason, total_visto_centavos: Whole });

export const noteRefundInput = z.object({ id: IdParam, valor_centavos: Amount.min(1), dia: Day, motivo: Reason });

export const discountBillInput = z.object({
  id: IdParam,
  abatimento_centavos: Amount,
  sem_encargos: z.boolean(),
  motivo: Reason,
});

export const createContractInput = z.object({
  user_id: Id,
  descricao: Text(120),
  /** Who pays, unless it is the student. */
  responsavel: Line(120).optional(),
  /** Of each instalment. */
  valor_centavos: Amount.min(100),
  /** The discount for paying until the due day. */
  desconto_centavos: Amount,
  ...Plan.shape,
});

export const renegotiateBillsInput = z.object({
  parcela_ids: z.array(Id).min(1).max(48),
  /** What the bills cost today, without discounts of the club, which pass to the next bill. */
  total_visto_centavos: Whole,
  acrescimo_centavos: Amount,
  desconto_centavos: Amount,
  ...Plan.shape,
  motivo: Reason,
});

/** `total_visto_centavos`: what the bills cost without discounts of the club, as the page showed it. */
export const makeOwnAgreementInput = z.object({
  parcela_ids: z.array(Id).min(1).max(48),
  total_visto_centavos: Whole,
  ...Plan.shape,
});

export const updateAgreementTermsInput = z.object({
  ligado: z.boolean(),
  parcelas_max: z.int('Digite um número inteiro').min(1).max(24, 'No máximo 24'),
  parcela_min_centavos: Amount.min(100, 'Pelo menos R$ 1,00'),
  atraso_min_dias: z.int('Digite um número inteiro').min(1).max(365, 'No máximo 365'),
  atraso_max_dias: z.int('Digite um número inteiro').min(1).max(3650, 'No máximo 3.650'),
  primeiro_dias: z.int('Digite um número inteiro').min(0).max(30, 'No máximo 30'),
  /** Surcharge on the debt in hundredths of a per cent; a discount if negative. */
  ajuste_bps: z.int('Digite uma porcentagem, como 2 ou 0,5').min(-5_000, 'No máximo 50%').max(2_000, 'No máximo 20%'),
});

export const updateSchoolTermsInput = z.object({ id: IdParam, ...TermsFields, a_partir_de: Day });
