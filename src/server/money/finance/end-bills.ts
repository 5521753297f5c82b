import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { amountDue } from './amount-due.ts';
import { cancelBill } from './cancel-bill.ts';
import { holdBillsAhead } from './move-bills.ts';
import { holdBills } from './queries.ts';
import { lateFeeBasisOf } from './school-day.ts';

/**
 * Cancels the bills of a course that ends: those still to fall due, inside the transaction of the end. What is late, on
 * its way or of a sale stays.
 *
 * @returns the ids of the cancelled bills, and what they cost together
 */
export async function cancelBillsAhead(
  school: Pick<School, 'config' | 'now'>,
  tx: Db,
  userId: number,
  unitId: number,
): Promise<{ ids: number[]; centavos: number }> {
  const basis = await lateFeeBasisOf(school, tx, unitId, school.now());
  const ids: number[] = [];
  let centavos = 0;
  for (const bill of await holdBillsAhead(school, tx, userId, unitId)) {
    if (!(await cancelBill(tx, bill.id, school.now()))) continue;
    ids.push(bill.id);
    centavos += amountDue(bill, basis).total;
  }
  return { ids, centavos };
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
