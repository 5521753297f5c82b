import type { Db } from '../../core/db/connection.ts';
import { tellStaff } from '../../messages/inbox/tell-staff.ts';
import { leftOf, refundsOf } from './book-return.ts';
import { COUNTER } from './counter.ts';
import { holdBills, itemsOf } from './queries.ts';

/** Holds a bill whose money may go back, before its order is held: see holdBills. */
export const holdBill = async (tx: Db, { id, user_id }: { id: number; user_id: number }): Promise<void> => {
  await holdBills(tx, user_id, [id]);
};

export interface RefundWish {
  chargeId: number;
  /** The bill of the charge that the money was for. */
  parcelaId: number;
  centavos: number;
  /** A word of `financeMessages.refundReasons`. */
  motivo: string;
}

/**
 * Notes that money goes back; the job sends it. What the counter took, the counter gives back at once. Of each bill of a
 * charge goes back what is still there, inside a transaction that holds the bill.
 *
 * @returns centavos that go back by this
 */
export async function askRefund(
  tx: Db,
  { chargeId, parcelaId, centavos: asked, motivo }: RefundWish,
  at: Date,
): Promise<number> {
  const [items, known] = await Promise.all([itemsOf(tx, chargeId), refundsOf(tx, chargeId)]);
  const centavos = Math.min(asked, leftOf(items, known, parcelaId));
  if (centavos <= 0) return 0;
  const taken = new Set(known.map((each) => each.motivo));
  const { provider, forma } = await tx
    .selectFrom('charges')
    .select(['provider', 'forma'])
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow();
  const isGiven = provider === COUNTER;
  const refund = await tx
    .insertInto('refunds')
    .values({
      charge_id: chargeId,
      parcela_id: parcelaId,
      valor_centavos: centavos,
      // Each reason is unique per charge, so a second bill adds its number, and a second time of it one more.
      motivo:
        [motivo, `${motivo}_${parcelaId}`].find((one) => !taken.has(one)) ?? `${motivo}_${parcelaId}_${known.length}`,
      status: isGiven ? 'feita' : 'pedida',
      pedida_em: at.toISOString(),
      feita_em: isGiven ? at.toISOString() : null,
    })
    .onConflict((same) => same.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!refund) return 0;
  const { user_id, descricao } = await tx
    .selectFrom('parcelas')
    .select(['user_id', 'descricao'])
    .where('id', '=', parcelaId)
    .executeTakeFirstOrThrow();
  const received = items.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0);
  const boleto = centavos < received ? ('parte' as const) : (true as const);
  const params = { parcelaId, descricao, centavos, ...(forma === 'boleto' && !isGiven && { boleto }) };
  await tellStaff(tx, at, { kind: 'pagamento_devolvido', about: refund.id, params, at: { userId: user_id } });
  return centavos;
}

/** The reason without the numbers that make it unique. */
export function reasonOf(motivo: string): string {
  let reason = motivo;
  for (let at = reason.lastIndexOf('_'); at >= 0 && /^_\d+$/.test(reason.slice(at)); at = reason.lastIndexOf('_')) {
    reason = reason.slice(0, at);
  }
  return reason;
}
