import type { Db } from '../../core/db/connection.ts';
import { askRefund } from './ask-refund.ts';
import { netPaymentsOf } from './read-refunds.ts';
import { endOtherCodes } from './running-codes.ts';

/**
 * Cancels a bill that nobody is paying. Its running Pix codes end, and money that still arrives goes back. So does what
 * came in for it without paying it whole.
 *
 * @returns false when it is paid, being paid by card, or already cancelled.
 */
export async function cancelBill(tx: Db, parcelaId: number, at: Date): Promise<boolean> {
  const part = await replaceBill(tx, parcelaId);
  if (part === null) return false;
  if (part === 0) return true;
  await tx.updateTable('parcelas').set({ pago_parcial_centavos: 0 }).where('id', '=', parcelaId).execute();
  for (const { chargeId, centavos } of await netPaymentsOf(tx, parcelaId)) {
    await askRefund(tx, { chargeId, parcelaId, centavos, motivo: 'ja_cancelado' }, at);
  }
  return true;
}

/**
 * The same for a bill whose rest is owed by other bills: what came in counts for them.
 *
 * @returns what came in for the bill; null when it was not cancelled.
 */
export async function replaceBill(tx: Db, parcelaId: number): Promise<number | null> {
  const cancelled = await tx
    .updateTable('parcelas')
    .set({ status: 'cancelada' })
    .where('id', '=', parcelaId)
    .where('status', '=', 'aberta')
    .returning('pago_parcial_centavos')
    .executeTakeFirst();
  if (!cancelled) return null;
  await endOtherCodes(tx, null, [parcelaId]);
  return cancelled.pago_parcial_centavos;
}
