import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { amountDue, lateFeeBasesOf, paidParts } from './amount-due.ts';
import { endReminders } from './end-reminders.ts';
import { endOtherCodes } from './pix.ts';
import { chargeById, holdBills, type ParcelaRow } from './queries.ts';
import { netPaymentsOf } from './refund.ts';
import { giveBack } from './settle-charge.ts';

/** Literally the condition of the partial index. */
const COSTS_NOTHING = sql<boolean>`status = 'aberta'
  and valor_centavos - desconto_centavos - credito_centavos - abatimento_centavos
    - pago_parcial_centavos <= 0`;

/** Whether a bill was settled because its amount was zero, without a charge or a payment at the office. */
export const isPaidOfNothing = (row: ParcelaRow): boolean =>
  row.status === 'paga' &&
  row.charge_id === null &&
  row.forma === null &&
  row.pago_parcial_centavos === 0 &&
  paidParts(row).total <= 0;

/** The columns that reopen such a bill, when its amount becomes positive. */
export const openAgain = { status: 'aberta', pago_em: null } as const;

/**
 * Settles each open bill of a course whose amount is zero today, for whatever reason. It is paid without a payment method, a
 * receipt or a notice, unless there were partial payments: then those paid it, and any excess is returned.
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
      const [bill] = await costless(school, tx, await holdBills(tx, user_id, [id]));
      if (!bill) return;
      const by = bill.pago_parcial_centavos > 0 ? await payWithParts(school, tx, bill, now()) : null;
      const settled = { status: 'paga', pago_em: now().toISOString(), ...by } as const;
      await tx.updateTable('parcelas').set(settled).where('id', '=', id).execute();
      await endReminders(tx, [id], now());
      await endOtherCodes(tx, null, [id]);
    });
  }
}

/**
 * Records the last charge with a partial payment as the one that paid the bill. Any excess is returned, from the newest charge
 * first.
 */
async function payWithParts(school: School, tx: Db, { id, pago_parcial_centavos, total }: Costless, at: Date) {
  const payments = (await netPaymentsOf(tx, id)).filter(({ centavos }) => centavos > 0).reverse();
  const [last] = payments;
  const charge = last && (await chargeById(tx, last.chargeId));
  if (!charge) return null;
  let surplus = -total;
  let before = pago_parcial_centavos - last.centavos;
  for (const { chargeId, centavos: max } of payments) {
    const centavos = Math.min(surplus, max);
    if (centavos <= 0) break;
    await giveBack(school, tx, { chargeId, parcelaId: id, centavos, motivo: 'pago_a_mais' }, at);
    surplus -= centavos;
    if (chargeId !== last.chargeId) before -= centavos;
  }
  return { forma: charge.forma, charge_id: charge.id, pago_parcial_centavos: Math.max(0, before) };
}

type Costless = ParcelaRow & { total: number };

/** The open bills whose amount today is zero or less: a late bill has lost its discount. */
async function costless(school: School, db: Db, bills: readonly ParcelaRow[]): Promise<Costless[]> {
  const basisFor = await lateFeeBasesOf(school, db, bills, school.now());
  return bills
    .filter(({ status }) => status === 'aberta')
    .map((bill) => ({ ...bill, total: amountDue(bill, basisFor(bill)).total }))
    .filter(({ total }) => total <= 0);
}
