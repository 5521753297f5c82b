import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { bankDayBefore } from './bank-days.ts';
import type { LateFeeBasis } from './late-fee.ts';
import { holdBills } from './queries.ts';
import { lateFeeBasisOf } from './school-day.ts';

/** The bills of a course that are still to fall due at a unit and not paid, held until the transaction ends. */
export async function holdBillsAhead(
  { config, now }: Pick<School, 'config' | 'now'>,
  tx: Db,
  userId: number,
  unitId: number,
) {
  const basis = await lateFeeBasisOf({ config }, tx, unitId, now());
  const ahead = await billsAhead(tx, userId, unitId, basis).select('id').execute();
  const held = await holdBills(
    tx,
    userId,
    ahead.map(({ id }) => id),
  );
  return held.filter(({ status }) => status === 'aberta' || status === 'em_processamento');
}

/** @param basis of the unit */
export const billsAhead = (db: Db, userId: number, unitId: number, { today, calendar }: LateFeeBasis) =>
  db
    .selectFrom('parcelas')
    .where('user_id', '=', userId)
    .where('company_id', '=', unitId)
    .where('status', 'in', ['aberta', 'em_processamento'])
    .where('vencimento', '>', bankDayBefore(today, calendar))
    .where('pedido_id', 'is', null)
    .where('cambio_id', 'is', null)
    .where('usa_pagamento_id', 'is', null);

/**
 * Hands the bills of a course that are still to fall due from one unit to another, inside the transaction that moves
 * the student. What is paid, late or of a sale stays where it is (0110).
 *
 * @returns how many
 */
export async function moveBills(
  school: Pick<School, 'config' | 'now'>,
  tx: Db,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const unpaid = await holdBillsAhead(school, tx, userId, from);
  for (const { id } of unpaid) await tx.updateTable('parcelas').set({ company_id: to }).where('id', '=', id).execute();
  return unpaid.length;
}
