import type { Db } from '../../core/db/connection.ts';
import { netPaymentsOf } from './read-refunds.ts';

/**
 * Writes what came in for an open bill without paying it whole, inside a transaction that holds it: what its paid charges
 * brought for it, less what went back or is on its way.
 */
export async function countPart(tx: Db, billId: number): Promise<void> {
  const payments = await netPaymentsOf(tx, billId);
  await tx
    .updateTable('parcelas')
    .set({ pago_parcial_centavos: payments.reduce((sum, { centavos }) => sum + centavos, 0) })
    .where('id', '=', billId)
    .where('status', '=', 'aberta')
    .execute();
}
