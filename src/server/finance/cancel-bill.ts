import type { Db } from '../db/connection.ts';
import { endOtherCodes } from './settle-charge.ts';

/**
 * Cancels a bill that nobody is paying. Its running Pix codes end, and money that still arrives goes back.
 *
 * @returns false when it is paid, being paid by card, or already cancelled.
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
  await endOtherCodes(tx, null, [parcelaId]);
  return true;
}
