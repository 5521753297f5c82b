import type { Db } from '../db/connection.ts';
import { endOtherPix } from './settle-charge.ts';

/**
 * Cancels a bill that nobody is paying; its running Pix codes count no more (money that still arrives is sent back).
 *
 * @returns false when it is paid, being paid by card, or cancelled already.
 */
export async function cancelBill(tx: Db, parcelaId: number): Promise<boolean> {
  const cancelled = await tx
    .updateTable('parcelas')
    .set({ status: 'cancelada' })
    .where('id', '=', parcelaId)
    .where('status', '=', 'aberta')
    .returning('id')
    .executeTakeFirst();
  if (!cancelled) return false;
  await endOtherPix(tx, null, [parcelaId]);
  return true;
}
