import type { Db } from '../db/connection.ts';

export interface RefundWish {
  chargeId: number;
  /** Which bill of the charge the money was for. */
  parcelaId: number;
  centavos: number;
  /** A word of `financeMessages.refundReasons`. */
  motivo: string;
}

/** Notes that money goes back; the job sends it. Asked twice for one bill, it goes once; each bill of a charge goes by itself. */
export async function askRefund(
  tx: Db,
  { chargeId, parcelaId, centavos, motivo }: RefundWish,
  at: Date,
): Promise<void> {
  const known = await tx
    .selectFrom('refunds')
    .select(['parcela_id', 'motivo'])
    .where('charge_id', '=', chargeId)
    .execute();
  if (known.some((each) => each.parcela_id === parcelaId && reasonOf(each.motivo) === motivo)) return;
  const isTaken = known.some((each) => each.motivo === motivo);
  await tx
    .insertInto('refunds')
    .values({
      charge_id: chargeId,
      parcela_id: parcelaId,
      valor_centavos: centavos,
      // A reason stands once for a charge: a second bill adds its number.
      motivo: isTaken ? `${motivo}_${parcelaId}` : motivo,
      status: 'pedida',
      pedida_em: at.toISOString(),
      feita_em: null,
    })
    .onConflict((same) => same.doNothing())
    .execute();
}

/** The word of a reason, without the number that a second bill adds. */
export const reasonOf = (motivo: string): string => motivo.replace(/_\d+$/, '');
