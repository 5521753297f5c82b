import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { bankDayBefore } from './bank-days.ts';
import { holdBills } from './queries.ts';
import { reckoningOf } from './school-day.ts';

/**
 * Hands the bills of a course that are still to fall due from one unit to another, inside the transaction that moves
 * the student. What is paid, late or of a sale stays where it is (0110).
 *
 * @returns how many
 */
export async function moveBills(
  { config, now }: Pick<School, 'config' | 'now'>,
  tx: Db,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { today } = await reckoningOf({ config }, tx, from, now());
  const ahead = await tx
    .selectFrom('parcelas')
    .select('id')
    .where('user_id', '=', userId)
    .where('company_id', '=', from)
    .where('status', 'in', ['aberta', 'em_processamento'])
    .where('vencimento', '>', bankDayBefore(today))
    .where('pedido_id', 'is', null)
    .where('cambio_id', 'is', null)
    .where('usa_pagamento_id', 'is', null)
    .execute();
  const held = await holdBills(
    tx,
    userId,
    ahead.map(({ id }) => id),
  );
  const unpaid = held.filter(({ status }) => status === 'aberta' || status === 'em_processamento');
  for (const { id } of unpaid) await tx.updateTable('parcelas').set({ company_id: to }).where('id', '=', id).execute();
  return unpaid.length;
}
