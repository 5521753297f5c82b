import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Day, IdParam, Month, OneId } from './shapes.schema.ts';

export const BillState = z.enum(['abertas', 'vencidas', 'pagas', 'canceladas']);
export type BillState = z.infer<typeof BillState>;

export const CloseQuery = z.object({
  mes: Month,
  unidade: IdParam.optional(),
  /** Only payments and refunds at the counter on this day. */
  dia: Day.optional(),
});

export const TermsFields = {
  /** Hundredths of a per cent: the consumer code allows 2% once and 1% a month. */
  multa_bps: z.int().min(0).max(200, 'No máximo 2%'),
  juros_bps: z.int().min(0).max(100, 'No máximo 1% ao mês'),
  carencia_dias: z.int().min(0).max(30),
};
/** A gift of staff above these amounts needs re-authentication; 0: always. */
export const ReauthenticationLimits = z.object({
  centavos: z.int('Digite um valor em reais').min(0).max(10_000_000, 'No máximo R$ 100.000,00'),
  pontos: z.int('Digite um número inteiro').min(0).max(1_000_000, 'No máximo 1.000.000'),
});
export type ReauthenticationLimits = z.infer<typeof ReauthenticationLimits>;
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
