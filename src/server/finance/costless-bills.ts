import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { amountDue, paidParts } from './amount-due.ts';
import { holdBills, type ParcelaRow } from './queries.ts';
import { reckoningsOf } from './school-day.ts';
import { endOtherCodes } from './settle-charge.ts';

/** As the index has it, literally. */
const COSTS_NOTHING = sql<boolean>`status = 'aberta'
  and valor_centavos - desconto_centavos - credito_centavos - abatimento_centavos <= 0`;

/** Whether a bill was settled because nothing was to pay. No charge and no office took money for it. */
export const isPaidOfNothing = (row: ParcelaRow): boolean =>
  row.status === 'paga' && row.charge_id === null && row.forma === null && paidParts(row).total <= 0;

/** What opens such a bill again, when it costs something after all. */
export const openAgain = { status: 'aberta', pago_em: null } as const;

/**
 * Settles each open bill of a course that costs nothing today, however it came to that. It is paid without a way to pay,
 * a receipt or a notice.
 */
export async function markCostlessPaid(school: School): Promise<void> {
  const { db, now } = school;
  const found = await db
    .selectFrom('parcelas')
    .selectAll()
    .where(COSTS_NOTHING)
    .where('pedido_id', 'is', null)
    .where('cambio_id', 'is', null)
    .where('usa_pagamento_id', 'is', null)
    .execute();
  for (const { id, user_id } of await costless(school, db, found)) {
    await db.transaction().execute(async (tx) => {
      const held = await holdBills(tx, user_id, [id]);
      if ((await costless(school, tx, held)).length === 0) return;
      const settled = { status: 'paga', pago_em: now().toISOString() } as const;
      await tx.updateTable('parcelas').set(settled).where('id', '=', id).execute();
      await endOtherCodes(tx, null, [id]);
    });
  }
}

/** The open ones that cost nothing today: a late bill has lost its discount. */
async function costless(school: School, db: Db, bills: readonly ParcelaRow[]): Promise<ParcelaRow[]> {
  const reckoningFor = await reckoningsOf(school, db, bills, school.now());
  return bills.filter((bill) => bill.status === 'aberta' && amountDue(bill, reckoningFor(bill)).total <= 0);
}
