import { financeMessages } from '#lib/messages/finance.ts';
import type { Db } from '../db/connection.ts';
import { conflict } from '../http/refusal.ts';
import { requireOwnBill } from './payer.ts';
import { chargeById, itemsOf } from './queries.ts';

/** What a receipt says of one paid bill. Centavos and instants. */
export interface Receipt {
  parcelaId: number;
  descricao: string;
  pagoCentavos: number;
  pagoEm: string;
  forma: string;
  /** The card and its instalments, or the txid of a Pix. */
  detalhe: string | null;
  autorizacao: string | null;
}

/**
 * Reads what was paid for an own bill.
 *
 * @throws Refusal 404 for a bill of others, 409 while it is not paid.
 */
export async function readReceipt(db: Db, userId: number, parcelaId: number): Promise<Receipt> {
  const bill = await requireOwnBill(db, userId, parcelaId);
  if (bill.status !== 'paga') throw conflict(financeMessages.notPaidYet, 'not_paid');
  const charge = bill.charge_id === null ? undefined : await chargeById(db, bill.charge_id);
  const items = charge ? await itemsOf(db, charge.id) : [];
  const item = items.find(({ parcela_id }) => parcela_id === bill.id);
  const card = charge?.final ? `${charge.bandeira} final ${charge.final}, ${charge.parcelas}×` : null;
  return {
    parcelaId: bill.id,
    descricao: bill.descricao,
    pagoCentavos:
      item?.valor_centavos ?? bill.valor_centavos - bill.desconto_centavos + bill.multa_centavos + bill.juros_centavos,
    pagoEm: bill.pago_em ?? '',
    forma: financeMessages.ways[bill.forma ?? ''] ?? 'Na escola',
    detalhe: card ?? (charge?.forma === 'pix' ? charge.txid : null),
    autorizacao: charge?.codigo_autorizacao ?? null,
  };
}
