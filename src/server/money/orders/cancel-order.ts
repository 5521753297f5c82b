import type { PreInvoice } from '#lib/contract/orders.schema.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import type { Ctx, Db } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import { cancelBill } from '../finance/cancel-bill.ts';
import { giveCouponBack } from './coupons.ts';
import { billOf } from './queries.ts';
import { ownOrder, readOrder } from './read-order.ts';
import { mayMove, moveOrder } from './transitions.ts';

/**
 * Cancels the user's own unpaid order with its bill. Its coupon can be used again (ORDER-16).
 *
 * @throws Refusal 404 for somebody else's order, 409 once it is paid, being paid or over.
 */
export async function cancelOrder(ctx: Ctx, tx: Db, id: number, motivo?: string): Promise<PreInvoice> {
  const { userId } = ctx.session;
  const order = await ownOrder(tx, userId, id);
  if (!mayMove(order.status, STATUS.cancelled, 'aluno')) {
    const { name } = orderStatus(order.status);
    throw conflict(`Este pedido está em “${name}”: para cancelar, fale com a sua escola.`, 'order_status');
  }
  const at = ctx.now();
  const bill = await billOf(tx, id);
  if (bill && !(await cancelBill(tx, bill.id, at))) {
    throw conflict('O pagamento deste pedido está em andamento. Espere o resultado antes de cancelar.', 'being_paid');
  }
  await moveOrder(tx, order, STATUS.cancelled, {
    by: 'aluno',
    at,
    userId,
    nota: motivo,
    set: { cancelado_em: at.toISOString(), motivo_cancelamento: motivo ?? null },
  });
  await giveCouponBack(tx, id);
  return readOrder(tx, userId, id);
}
