import type { PreInvoice } from '#lib/contract/orders.schema.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import { cancelBill } from '../finance/bill.ts';
import { followUpBill } from '../finance/follow-up.ts';
import { giveCouponBack } from './coupons.ts';
import { notifyOfMove } from './notify.ts';
import { billOf } from './queries.ts';
import { ownOrder, readOrder } from './school-orders.ts';
import { mayMove, moveOrder, tryMoveOrder } from './transitions.ts';

/**
 * Cancels the user's own unpaid order with its bill. Its coupon can be used again (ORDER-16).
 *
 * @throws Refusal 404 for somebody else's order, 409 once it is paid, being paid or has ended.
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

const AT_ONCE = 200;
/** A Pix of the last second may be reported this much later, and then the payment wins (ORDER-15). */
const GRACE_MS = 10 * 60 * 1000;
const REASON = 'Não foi pago em 7 dias';

/** Cancels orders that were not paid in time. Each has its own transaction, so several processes cancel it once. */
export async function expireOrders(school: School): Promise<void> {
  const at = school.now();
  const late = await lateOrders(school.db, at);
  await oneByOne(school.log, late, { job: 'expireOrders', idOf: ({ id }) => id }, (order) => expire(school, order, at));
}

async function expire(school: School, order: LateOrder, at: Date): Promise<void> {
  // A payment in time counts, even if its message got lost.
  const open = await billOf(school.db, order.id);
  if (open) await followUpBill(school, open.id);
  await school.db.transaction().execute(async (tx) => {
    const bill = await billOf(tx, order.id);
    // Paid, or held by a card payment whose result decides.
    if (bill && !(await cancelBill(tx, bill.id, at))) return;
    const moved = await tryMoveOrder(tx, order, STATUS.cancelled, {
      by: 'sistema',
      at,
      nota: REASON,
      set: { cancelado_em: at.toISOString(), motivo_cancelamento: REASON },
    });
    if (!moved) return;
    await giveCouponBack(tx, order.id);
    await notifyOfMove(tx, order, { status: STATUS.cancelled, por: 'prazo' }, at);
  });
}

type LateOrder = Awaited<ReturnType<typeof lateOrders>>[number];

const lateOrders = (db: Db, at: Date) =>
  db
    .selectFrom('pedidos')
    .select(['id', 'numero', 'user_id', 'status'])
    .where('status', '=', STATUS.waitingForPayment)
    .where('pagar_ate', '<', at.toISOString())
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('pagar_ate', '<', new Date(at.getTime() - GRACE_MS).toISOString()),
        not(
          exists(
            selectFrom('parcelas')
              .innerJoin('charge_items', 'charge_items.parcela_id', 'parcelas.id')
              .innerJoin('charges', 'charges.id', 'charge_items.charge_id')
              .select('charges.id')
              .whereRef('parcelas.pedido_id', '=', 'pedidos.id')
              .where('charges.status', 'in', ['criando', 'ativa']),
          ),
        ),
      ]),
    )
    // An order that waits for a card's result must not block the others.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('parcelas')
            .select('parcelas.id')
            .whereRef('parcelas.pedido_id', '=', 'pedidos.id')
            .where('parcelas.status', '=', 'em_processamento'),
        ),
      ),
    )
    .orderBy('pagar_ate')
    .limit(AT_ONCE)
    .execute();
