import { z } from 'zod';
import { Signature } from '#lib/contract/finance.schema.ts';
import { CounterWay } from '#lib/contract/finance-shapes.schema.ts';
import { BillState, TermsFields } from '#lib/contract/finance-staff.schema.ts';
import { Amount, CursorQuery, Day, Id, IdParam, Line, Month, Text, Whole } from '#lib/contract/shapes.schema.ts';

/** What people send, with its limits. */

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
});

/** A bill, by the own session or by the signature of its link. */
export const signedBillInput = z.object({ id: IdParam, assinatura: Signature });

/** `total_visto_centavos`: what the staff saw. Another amount is refused, and nothing happens. */
export const payAtCounterInput = z.object({
  id: IdParam,
  forma: CounterWay,
  dia: Day,
  total_visto_centavos: Whole,
  /** What came, if it is a part of that. */
  valor_centavos: Amount.min(1).optional(),
});

export const remindBillsInput = z.object({ ids: z.array(Id).min(1).max(100) });

/** A change of a bill that says nothing but why. */
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
  /** For paying until the due day. */
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

export const updateSchoolTermsInput = z.object({ id: IdParam, ...TermsFields, a_partir_de: Day });
