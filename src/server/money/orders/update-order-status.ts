import type { z } from 'zod';
import type { PreInvoice } from '#lib/contract/orders.schema.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, Db } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { askRefund, holdBill } from '../finance/ask-refund.ts';
import { netPaymentsOf } from '../finance/read-refunds.ts';
import { giveCouponBack } from './coupons.ts';
import type { updateOrderStatusInput } from './inputs.ts';
import { notifyOfMove } from './notify.ts';
import { openForPayment, payUntil } from './open-for-payment.ts';
import { presentOrders } from './present.ts';
import { billOf, type OrderRow, orderOfSchool } from './queries.ts';
import { moveOrder } from './transitions.ts';

type StatusInput = z.output<typeof updateOrderStatusInput>;

/**
 * Moves an order of the own school on, by its staff. Cancelling a paid order asks for a refund.
 *
 * @throws Refusal 404 for another school's order, 409 for a status that cannot follow.
 */
export function updateOrderStatus(ctx: Ctx, input: StatusInput): Promise<PreInvoice> {
  const { id } = input;
  return ctx.db.transaction().execute(async (tx) => {
    const bill = await billOf(tx, id);
    if (bill) await holdBill(tx, bill);
    const order = await orderOfSchool(tx, ctx.reach, id);
    if (!order) throw notFound('Não encontramos este pedido na sua escola.');
    await move(ctx, tx, order, input);
    const [moved] = await presentOrders(tx, [(await orderOfSchool(tx, ctx.reach, id)) ?? order]);
    return moved as PreInvoice;
  });
}

async function move(ctx: Ctx, tx: Db, order: OrderRow, { status_id: to, nota, rastreio }: StatusInput): Promise<void> {
  const at = ctx.now();
  const isCancelled = to === STATUS.cancelled;
  const isPayable = to === STATUS.waitingForPayment;
  await moveOrder(tx, order, to, {
    by: 'equipe',
    at,
    userId: ctx.session.userId,
    nota,
    set: {
      ...(rastreio && { rastreio: JSON.stringify(rastreio) }),
      ...(isPayable && { pagar_ate: payUntil(at) }),
      ...(isCancelled && { cancelado_em: at.toISOString(), motivo_cancelamento: nota ?? null }),
    },
  });
  if (isPayable) await openForPayment(tx, order, at, ctx.config);
  if (isCancelled) {
    await askForRefund(tx, order, at);
    await giveCouponBack(tx, order.id);
  }
  await audit({ ...ctx, db: tx }, 'order-status', `order:${order.id}`, {
    about: order.user_id,
    antes: { status: orderStatus(order.status).name },
    depois: { status: orderStatus(to).name, ...(nota && { nota }) },
  });
  await notifyOfMove(tx, order, { status: to, nota: nota ?? null }, at);
}

/** Money that came through the portal goes back. The counter returns what was paid there. */
async function askForRefund(tx: Db, order: OrderRow, at: Date): Promise<void> {
  const bill = await billOf(tx, order.id);
  if (bill?.status !== 'paga') return;
  for (const { chargeId, centavos } of await netPaymentsOf(tx, bill.id)) {
    await askRefund(tx, { chargeId, parcelaId: bill.id, centavos, motivo: 'pedido_cancelado' }, at);
  }
}
