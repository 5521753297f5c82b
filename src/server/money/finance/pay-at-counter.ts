import type { CounterWay } from '#lib/contract/finance.schema.ts';
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
import { forgetPayment, notifyOfPayment } from './bill-notices.ts';
import { insertCharge, itemOf } from './charge.ts';
import { COUNTER } from './counter.ts';
import { refuseQuoted, tellOfChange } from './payer.ts';
import { refuseClosed } from './pix.ts';
import { chargeById, itemsOf } from './queries.ts';
import { refundOf } from './refund.ts';
import { settlePaid } from './settle-charge.ts';

/** The clerk may note an older payment. */
const DAYS_BACK = 60;

interface CounterPayment {
  forma: CounterWay;
  dia: string;
  total_visto_centavos: number;
}

/**
 * Notes that the office took the money of a bill: a charge of the counter, settled at once, so receipts, statements and
 * refunds know it (0094). Running Pix codes end.
 *
 * @throws Refusal 404, 409 for a closed or held bill and for another amount, 422 for a day out of the span
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
    const at = ctx.now();
    const zone = await zoneOfUnit(tx, ctx.config, bill.company_id);
    const paidAt = body.dia === today ? at : new Date(instantIn(zone, body.dia, '12:00'));
    const charge = await insertCounterCharge(tx, held, body, at);
    const items = await itemsOf(tx, charge.id);
    await settlePaid(ctx, tx, charge, { items, bills: [bill] }, { status: 'paga', paidAt }, at);
    await notifyOfPayment(ctx, tx, id);
    return officeMessages.counterNoted(total);
  });

const insertCounterCharge = (tx: Db, { bill, basis }: HeldBill, { forma, dia }: CounterPayment, at: Date) =>
  insertCharge(tx, { user_id: bill.user_id, forma, provider: COUNTER, criada_em: at.toISOString(), parcelas: 1 }, [
    itemOf(bill.id, amountDue(bill, { ...basis, today: dia })),
  ]);

/**
 * Takes the note of a payment back on the day on which it was written. The bill is open again.
 *
 * @throws Refusal 404, 409 for another payment, an older one and one that was given back
 */
export const undoCounterPayment = (ctx: Ctx, id: number, body: { motivo: string }) =>
  actOnBill(ctx, { id, action: 'bill-unpaid', parts: body, motivo: body.motivo }, async (tx, { bill, basis }) => {
    if (bill.status !== 'paga') throw conflict(officeMessages.notPaid, 'not_paid');
    const charge = bill.charge_id === null ? undefined : await chargeById(tx, bill.charge_id);
    if (charge?.provider !== COUNTER) throw conflict(officeMessages.notAtCounter, 'not_at_counter');
    const zone = await zoneOfUnit(tx, ctx.config, bill.company_id);
    if (dayIn(zone, new Date(charge.criada_em)) !== basis.today) throw conflict(officeMessages.undoToday, 'too_late');
    if (await refundOf(tx, bill)) throw conflict(officeMessages.refundedBefore, 'refunded');
    await tx.updateTable('charges').set({ status: 'desfeita' }).where('id', '=', charge.id).execute();
    const open = { status: 'aberta', pago_em: null, forma: null, charge_id: null } as const;
    await tx.updateTable('parcelas').set(open).where('id', '=', id).execute();
    await forgetPayment(tx, bill);
    await tellOfChange(ctx, tx, bill, officeMessages.told.undone);
    return officeMessages.done.undone;
  });
