import type { Bill, Refund } from '#lib/rules/finance/pay-page.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { reasonOf } from './ask-refund.ts';
import { leftOf, type RefundRow, refundsOf } from './book-return.ts';
import { cardOf } from './present-charge.ts';
import { chargeById, itemsOf, type ParcelaRow } from './queries.ts';

/**
 * The refunds, sent or on their way, of the money that paid a bill. A double payment is another case: its bill stays
 * paid.
 *
 * @returns null without a refund.
 */
export async function refundOf(
  db: Db,
  { id, charge_id }: Pick<ParcelaRow, 'id' | 'charge_id'>,
): Promise<Refund | null> {
  if (charge_id === null) return null;
  const [all, items] = await Promise.all([refundsOf(db, charge_id), itemsOf(db, charge_id)]);
  // A refund without a bill means the only bill of its charge.
  const own = all.filter(({ parcela_id }) => (parcela_id === null ? items.length === 1 : parcela_id === id));
  if (own.length === 0) return null;
  const paid = items.find(({ parcela_id }) => parcela_id === id)?.valor_centavos ?? 0;
  const valor_centavos = own.reduce((sum, each) => sum + each.valor_centavos, 0);
  // A dispute that the school won: the money is there again.
  if (valor_centavos <= 0) return null;
  return {
    valor_centavos,
    em:
      own
        .map(({ feita_em, pedida_em }) => feita_em ?? pedida_em)
        .toSorted()
        .at(-1) ?? '',
    concluida: own.every(({ status }) => status === 'feita'),
    total: valor_centavos >= paid,
    motivo: own.some(({ fora }) => fora !== null) ? whyOf(own) : null,
  };
}

/** How a bill was paid, and whether the money went back. */
export async function paymentOf(db: Db, bill: ParcelaRow): Promise<Pick<Bill, 'detalhe' | 'devolucao'>> {
  if (bill.status !== 'paga' || bill.charge_id === null) return {};
  const [charge, devolucao] = await Promise.all([chargeById(db, bill.charge_id), refundOf(db, bill)]);
  return { detalhe: charge ? cardOf(charge) : null, devolucao };
}

/** Why money went back outside the portal, by its last return. */
const whyOf = (rows: readonly RefundRow[]): string | null =>
  financeMessages.refundReasons[reasonOf(rows.findLast(({ fora }) => fora !== null)?.motivo ?? '')] ?? null;

/** What the school still has of the money that paid a bill, and of what came in for it before, by charge. */
export async function netPaymentsOf(db: Db, billId: number) {
  const charges = await db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .select('charges.id')
    .where('charge_items.parcela_id', '=', billId)
    .where('charges.status', '=', 'paga')
    .orderBy('charges.id')
    .execute();
  const all = await Promise.all(
    charges.map(async ({ id: chargeId }) => {
      const [items, rows] = await Promise.all([itemsOf(db, chargeId), refundsOf(db, chargeId)]);
      const own = rows.filter(({ parcela_id }) => (parcela_id === null ? items.length === 1 : parcela_id === billId));
      const pending = own.filter(({ status }) => status === 'pedida');
      return { chargeId, centavos: leftOf(items, rows, billId), items, rows, pending };
    }),
  );
  return all.filter(({ centavos, pending }) => centavos > 0 || pending.length > 0);
}
