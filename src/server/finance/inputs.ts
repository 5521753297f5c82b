import { z } from 'zod';
import { CounterWay } from '#lib/contract/finance-shapes.schema.ts';
import { BillState, TermsFields } from '#lib/contract/finance-staff.schema.ts';
import { Amount, Day, Id, IdParam, Line, Month, PageQuery, Text } from '#lib/contract/shapes.schema.ts';

/** What people send, with its limits. */

/** Amounts that staff write: up to a hundred thousand reais. */
export const Reason = Text(200);

/** What the staff saw: another amount is refused, and nothing happens. */
export const Seen = z.int().min(-2_147_483_648).max(2_147_483_647);

/** Instalments of a plan. */
const Plan = z.object({ parcelas: z.int().min(1).max(48), primeiro_dia: Day });

export const listSchoolBillsInput = PageQuery.extend({
  estado: BillState.optional(),
  /** Month of the due day. Paid, cancelled and all bills are shown by month: without one, that of today. */
  mes: Month.optional(),
  unidade: IdParam.optional(),
  aluno: IdParam.optional(),
  /** A part of the name, or the beginning of a CPF. */
  q: Line(80).optional(),
});

export const payAtCounterInput = z.object({ id: IdParam, forma: CounterWay, dia: Day, total_visto_centavos: Seen });

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
  total_visto_centavos: Seen,
  acrescimo_centavos: Amount,
  desconto_centavos: Amount,
  ...Plan.shape,
  motivo: Reason,
});

export const updateSchoolTermsInput = z.object({ id: IdParam, ...TermsFields, a_partir_de: Day });
