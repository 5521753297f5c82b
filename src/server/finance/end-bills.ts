import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { cancelBill } from './cancel-bill.ts';
import { holdBillsAhead } from './move-bills.ts';
import { holdBills } from './queries.ts';

/**
 * Cancels the bills of a course that ends: those still to fall due, inside the transaction of the end. What is late, on
 * its way or of a sale stays.
 *
 * @returns the ids of the cancelled bills
 */
export async function cancelBillsAhead(
  school: Pick<School, 'config' | 'now'>,
  tx: Db,
  userId: number,
  unitId: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { id } of await holdBillsAhead(school, tx, userId, unitId)) {
    if (await cancelBill(tx, id, school.now())) ids.push(id);
  }
  return ids;
}

/** Opens bills again that the end of a course cancelled. @returns the ids of those that are open now */
export async function reopenBills(tx: Db, userId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  await holdBills(tx, userId, ids);
  const rows = await tx
    .updateTable('parcelas')
    .set({ status: 'aberta' })
    .where('id', 'in', ids)
    .where('status', '=', 'cancelada')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
