import { dayIn } from '#lib/rules/time/zones.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { conflict } from '../../core/http/refusal.ts';
import { type AmountDue, paidParts } from './amount-due.ts';
import { cardOf } from './charge.ts';
import { type ContractPayer, contractOfBill, payerByContract } from './contract-payer.ts';
import { isPaidOfNothing } from './costless-bills.ts';
import { type BillRow, chargeById } from './queries.ts';

/** The content of a receipt for one paid bill. Centavos, instants and days. */
export interface Receipt {
  pagador: ContractPayer;
  /** The bill's purpose; for a course its contract and its month, `YYYY-MM`. */
  descricao: string;
  curso: string | null;
  competencia: string | null;
  vencimento: string;
  valorCentavos: number;
  partes: AmountDue;
  pagoEm: string;
  forma: string;
  /** The card and its instalments, or a Pix's txid. */
  detalhe: string | null;
  autorizacao: string | null;
}

/**
 * How a bill was paid.
 *
 * @param timeZone the school's, for the day that decides whether the student is a minor.
 * @throws Refusal 409 for an unpaid bill, and for one of zero.
 */
export async function readReceipt(db: Db, bill: BillRow, timeZone: string): Promise<Receipt> {
  if (bill.status !== 'paga') throw conflict(financeMessages.notPaidYet, 'not_paid');
  if (isPaidOfNothing(bill)) throw conflict(financeMessages.nothingPaid, 'nothing_paid');
  const [charge, contract] = await Promise.all([
    bill.charge_id === null ? undefined : chargeById(db, bill.charge_id),
    contractOfBill(db, bill.contrato_id),
  ]);
  const isCourse = contract.origem === 'curso';
  const pagoEm = bill.pago_em ?? '';
  return {
    pagador: payerByContract(contract, dayIn(timeZone, new Date(pagoEm))),
    descricao: bill.descricao,
    curso: isCourse ? contract.descricao : null,
    competencia: isCourse ? bill.competencia : null,
    vencimento: bill.vencimento,
    valorCentavos: bill.valor_centavos,
    partes: paidParts(bill),
    pagoEm,
    forma: financeMessages.methods[bill.forma ?? ''] ?? 'Na escola',
    detalhe: charge ? (cardOf(charge) ?? (charge.forma === 'pix' ? charge.txid : null)) : null,
    autorizacao: charge?.codigo_autorizacao ?? null,
  };
}
