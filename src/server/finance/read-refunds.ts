import type { Bill, Devolucao } from '#lib/contract/finance.schema.ts';
import type { Db } from '../db/connection.ts';
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
): Promise<Devolucao | null> {
  if (charge_id === null) return null;
  const [all, items] = await Promise.all([
    db.selectFrom('refunds').selectAll().where('charge_id', '=', charge_id).orderBy('id').execute(),
    itemsOf(db, charge_id),
  ]);
  // A refund without a bill means the only bill of its charge.
  const own = all.filter(({ parcela_id }) => (parcela_id === null ? items.length === 1 : parcela_id === id));
  if (own.length === 0) return null;
  const paid = items.find(({ parcela_id }) => parcela_id === id)?.valor_centavos ?? 0;
  const valor_centavos = own.reduce((sum, each) => sum + each.valor_centavos, 0);
  return {
    valor_centavos,
    em:
      own
        .map(({ feita_em, pedida_em }) => feita_em ?? pedida_em)
        .toSorted()
        .at(-1) ?? '',
    concluida: own.every(({ status }) => status === 'feita'),
    total: valor_centavos >= paid,
  };
}

/** How a bill was paid, and whether the money went back. */
export async function paymentOf(db: Db, bill: ParcelaRow): Promise<Pick<Bill, 'detalhe' | 'devolucao'>> {
  if (bill.status !== 'paga' || bill.charge_id === null) return {};
  const [charge, devolucao] = await Promise.all([chargeById(db, bill.charge_id), refundOf(db, bill)]);
  return { detalhe: charge ? cardOf(charge) : null, devolucao };
}
