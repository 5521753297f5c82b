import type { CounterMethod } from '#lib/contract/finance.schema.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { zoneOfUnit } from '../../core/db/people.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { amountDue } from './amount-due.ts';
import { actOnBill, type HeldBill, requireSeen } from './bill.ts';
import { purposeOf } from './bill-kinds.ts';
import { forgetPayment, notifyOfPayment } from './bill-notices.ts';
import { insertCharge, itemOf } from './charge.ts';
import { COUNTER } from './counter.ts';
import { countPart } from './part-payment.ts';
import { notifyOfChange, refuseQuoted } from './payer.ts';
import { refuseClosed } from './pix.ts';
import { type ChargeRow, chargeById, itemsOf } from './queries.ts';
import { netPaymentsOf, refundOf } from './refund.ts';
import { settlePaid } from './settle-charge.ts';

/** How old a payment recorded by the clerk may be. */
const DAYS_BACK = 60;

interface CounterPayment {
  forma: CounterMethod;
  dia: string;
  total_visto_centavos: number;
  valor_centavos?: number | undefined;
}

/**
 * Records that the office received the money of a bill: a charge of the counter, settled at once, so receipts, statements and
 * refunds include it (0094). A smaller amount is a partial payment: the bill stays open for the rest. Valid Pix codes end.
 *
 * @throws Refusal 404, 409 for a closed or held bill and for another amount, 422 for a day out of the span, for more than the
 *   bill costs, and for a part of a sale
 */
export const payAtCounter = (ctx: Ctx, id: number, body: CounterPayment) =>
  actOnBill(ctx, { id, action: 'bill-paid', parts: body, ofSales: true }, async (tx, held) => {
    const { bill, basis } = held;
    refuseQuoted(bill);
    refuseClosed([bill]);
    const { today } = basis;
    if (body.dia > today || body.dia < shiftDay(today, -DAYS_BACK)) {
      throw invalid(officeMessages.dayTooFar, { dia: officeMessages.dayTooFar });
    }
    const { total } = amountDue(bill, { ...basis, today: body.dia });
    if (total <= 0) throw conflict(officeMessages.nothingDue, 'nothing_due');
    requireSeen(body.total_visto_centavos, total);
    const received = body.valor_centavos ?? total;
    if (received > total)
      throw invalid(officeMessages.moreThanDue(total), { valor_centavos: officeMessages.moreThanDue(total) });
    if (received < total && purposeOf(bill)) {
      throw invalid(officeMessages.wholeSale, { valor_centavos: officeMessages.wholeSale });
    }
    const at = ctx.now();
    const zone = await zoneOfUnit(tx, ctx.config, bill.company_id);
    const paidAt = body.dia === today ? at : new Date(instantIn(zone, body.dia, '12:00'));
    const charge = await insertCounterCharge(tx, held, body, { at, por: ctx.session.userId });
    const items = await itemsOf(tx, charge.id);
    await settlePaid(ctx, tx, charge, { items, bills: [bill] }, { status: 'paga', paidAt, received }, at);
    if (received < total) return officeMessages.partNoted(received, total - received);
    await notifyOfPayment(ctx, tx, id);
    return officeMessages.counterNoted(total);
  });

const insertCounterCharge = (
  tx: Db,
  { bill, basis }: HeldBill,
  { forma, dia }: CounterPayment,
  { at, por }: { at: Date; por: number },
) =>
  insertCharge(
    tx,
    {
      user_id: bill.user_id,
      forma,
      provider: COUNTER,
      criada_em: at.toISOString(),
      parcelas: 1,
      recebida_por: por,
    },
    [itemOf(bill.id, amountDue(bill, { ...basis, today: dia }))],
  );

/** The last partial payment of an open bill at the counter without a refund. */
async function lastPartOf(tx: Db, billId: number): Promise<ChargeRow | undefined> {
  const parts = (await netPaymentsOf(tx, billId)).filter(({ rows }) => rows.length === 0);
  const charges = await Promise.all(parts.map(({ chargeId }) => chargeById(tx, chargeId)));
  return charges.findLast((charge) => charge?.provider === COUNTER);
}

/**
 * Reverts the record of a payment on the day on which it was written; of partial payments, the last one. The bill is open again.
 *
 * @throws Refusal 404, 409 for another payment, an older one and a refunded one
 */
export const undoCounterPayment = (ctx: Ctx, id: number, body: { motivo: string }) =>
  actOnBill(ctx, { id, action: 'bill-unpaid', parts: body, motivo: body.motivo }, async (tx, { bill, basis }) => {
    const isPaid = bill.status === 'paga';
    const part = bill.status === 'aberta' ? await lastPartOf(tx, id) : undefined;
    if (!isPaid && !part) throw conflict(officeMessages.notPaid, 'not_paid');
    const paying = bill.charge_id === null ? undefined : await chargeById(tx, bill.charge_id);
    const charge = part ?? paying;
    if (charge?.provider !== COUNTER) throw conflict(officeMessages.notAtCounter, 'not_at_counter');
    const zone = await zoneOfUnit(tx, ctx.config, bill.company_id);
    if (dayIn(zone, new Date(charge.criada_em)) !== basis.today) throw conflict(officeMessages.undoToday, 'too_late');
    if (isPaid && (await refundOf(tx, bill))) throw conflict(officeMessages.refundedBefore, 'refunded');
    await tx.updateTable('charges').set({ status: 'desfeita' }).where('id', '=', charge.id).execute();
    if (isPaid) {
      const open = { status: 'aberta', pago_em: null, forma: null, charge_id: null } as const;
      await tx.updateTable('parcelas').set(open).where('id', '=', id).execute();
      await forgetPayment(tx, bill);
    } else await countPart(tx, id);
    await notifyOfChange(ctx, tx, bill, officeMessages.notices.undone);
    return officeMessages.done.undone;
  });
