import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { zoneOfUnit } from '../../core/db/people.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { actOnBill, requireSeen } from './bill.ts';
import { forgetPayment } from './bill-notices.ts';
import { bookReturn } from './book-return.ts';
import { notifyOfChange } from './payer.ts';
import type { BillRow } from './queries.ts';
import { askRefund, netPaymentsOf } from './refund.ts';

const TWO_YEARS = 730;

/** The charges whose money paid a bill. @throws Refusal 409 for a bill that is not paid, or not by a charge */
async function chargesOf(tx: Db, bill: BillRow) {
  if (bill.status !== 'paga') throw conflict(officeMessages.notPaid, 'not_paid');
  if (bill.charge_id === null) throw conflict(officeMessages.paidElsewhere, 'paid_elsewhere');
  return netPaymentsOf(tx, bill.id);
}
const sum = (some: readonly { centavos: number }[]) => some.reduce((total, { centavos }) => total + centavos, 0);

/**
 * Refunds the rest of a paid bill's money: the job sends it by the provider that received it; money received at the counter is
 * returned there. The bill stays paid, with its refund.
 */
export const refundSchoolBill = (ctx: Ctx, id: number, body: { motivo: string; total_visto_centavos: number }) =>
  actOnBill(ctx, { id, action: 'bill-refund', parts: body, motivo: body.motivo }, async (tx, { bill }) => {
    const charges = await chargesOf(tx, bill);
    const total = sum(charges);
    if (total === 0) throw conflict(officeMessages.refundedBefore, 'refunded');
    requireSeen(body.total_visto_centavos, total);
    for (const { chargeId, centavos } of charges) {
      await askRefund(tx, { chargeId, parcelaId: id, centavos, motivo: 'pela_escola' }, ctx.now());
    }
    await notifyOfChange(ctx, tx, bill, officeMessages.notices.refunded(total));
    ctx.wake();
    return officeMessages.done.refunded;
  });

/**
 * Records that money of a paid bill was returned outside the portal, so no provider sends it. An unsent refund of the portal is
 * replaced.
 *
 * @throws Refusal 404, 409 for an unpaid bill and one without money, 422 for a day before the payment or in the future, and for
 *   more than the rest
 */
export const noteRefund = (ctx: Ctx, id: number, body: { valor_centavos: number; dia: string; motivo: string }) =>
  actOnBill(
    ctx,
    { id, action: 'bill-refund-noted', parts: body, motivo: body.motivo, ofSales: true },
    async (tx, { bill, basis }) => {
      const charges = await chargesOf(tx, bill);
      const room = charges.map(({ centavos, pending }) => centavos + pendingOf(pending));
      const max = room.reduce((total, each) => total + each, 0);
      if (max === 0) throw conflict(officeMessages.refundedBefore, 'refunded');
      if (body.valor_centavos > max) {
        throw invalid(officeMessages.moreThanLeft(max), { valor_centavos: officeMessages.moreThanLeft(max) });
      }
      const zone = await zoneOfUnit(tx, ctx.config, bill.company_id);
      const at = ctx.now();
      const { today } = basis;
      if (body.dia > today || body.dia < dayIn(zone, new Date(bill.pago_em ?? at))) {
        throw invalid(officeMessages.returnDay, { dia: officeMessages.returnDay });
      }
      const em = body.dia === today ? at : new Date(instantIn(zone, body.dia, '12:00'));
      let left = body.valor_centavos;
      for (const [index, { items, rows, pending }] of charges.entries()) {
        const centavos = Math.min(left, room[index] ?? 0);
        const own = items.filter(({ parcela_id }) => parcela_id === id);
        const known = { items: own, rows, unsent: pending };
        const done = await bookReturn(tx, known, { centavos, motivo: 'fora_do_portal', fora: 'escola', em });
        left -= sum(done);
      }
      // The portal sent a refund meanwhile.
      if (left > 0) throw conflict(officeMessages.refundedBefore, 'refunded');
      await notifyOfChange(ctx, tx, bill, officeMessages.notices.refundNoted(body.valor_centavos));
      return officeMessages.done.refundNoted;
    },
  );

const pendingOf = (rows: readonly { valor_centavos: number }[]) =>
  rows.reduce((total, { valor_centavos }) => total + valor_centavos, 0);

/**
 * Reopens a bill of a course whose money was fully returned: it is due again, on another day. The ledger still has the payment
 * and its refund.
 *
 * @throws Refusal 404, 409 while some of the money is here or being returned, 422 for a day in the past
 */
export const reopenBill = (ctx: Ctx, id: number, body: { vencimento: string; motivo: string }) =>
  actOnBill(ctx, { id, action: 'bill-reopen', parts: body, motivo: body.motivo }, async (tx, { bill, basis }) => {
    if ((await chargesOf(tx, bill)).length > 0) throw conflict(officeMessages.notReturned, 'not_returned');
    const { vencimento } = body;
    if (vencimento < basis.today || vencimento > shiftDay(basis.today, TWO_YEARS)) {
      throw invalid(officeMessages.dueInPast, { vencimento: officeMessages.dueInPast });
    }
    const open = { status: 'aberta', pago_em: null, forma: null, charge_id: null, pago_parcial_centavos: 0 } as const;
    await tx
      .updateTable('parcelas')
      .set({ ...open, vencimento })
      .where('id', '=', id)
      .execute();
    await forgetPayment(tx, bill);
    await notifyOfChange(ctx, tx, bill, officeMessages.notices.reopened(vencimento));
    return officeMessages.done.reopened;
  });
