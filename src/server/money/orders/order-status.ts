import type { z } from 'zod';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import { isShared } from '#lib/rules/orders/steps.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Zoned, zoneOfUnit } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { readUndoToken } from '../../core/http/undo.ts';
import { openBill } from '../finance/open-bill.ts';
import { askRefund, holdBill, netPaymentsOf } from '../finance/refund.ts';
import { giveCouponBack } from './coupons.ts';
import type { updateOrdersInput } from './inputs.ts';
import { notifyOfMove, notifyOfReturn } from './notify.ts';
import { billOf, lastStepOf, type OrderRow, orderOfSchool } from './queries.ts';
import { schoolOrderIn } from './school-orders.ts';
import { moveOrder, tryMoveBack, tryMoveOrder } from './transitions.ts';

type Input = z.output<typeof updateOrdersInput>;

/** The previous state that `undoOrders` needs. */
interface Before {
  id: number;
  from: number;
  to: number;
  /** When the step was taken; the undo checks that no other step followed. */
  at: string;
}

const CALL = 'order-status';

/**
 * Moves orders of the own school, by its staff; each is done or refused separately. Cancelling a paid order requests a refund.
 *
 * @throws Refusal as `onceForEach`: 404 for another school's order, 409 for a status that cannot follow
 */
export const updateOrders = (ctx: Ctx, input: Input): Promise<EachAnswer> =>
  onceForEach<Before>(ctx, CALL, input, async (tx, id) => {
    const bill = await billOf(tx, id);
    if (bill) await holdBill(tx, bill);
    const order = await schoolOrderIn(tx, ctx.reach, id);
    const at = ctx.now();
    await move(ctx, tx, order, input, at);
    const { status_id: to } = input;
    return isShared(to) ? { id, from: order.status, to, at: at.toISOString() } : null;
  });

async function move(ctx: Ctx, tx: Db, order: OrderRow, { status_id: to, ...input }: Input, at: Date): Promise<void> {
  const { transportadora, codigo, url, nota = null } = input;
  const isCancelled = to === STATUS.cancelled;
  const isPayable = to === STATUS.waitingForPayment;
  await moveOrder(tx, order, to, {
    by: 'equipe',
    at,
    userId: ctx.session.userId,
    ...(nota && { nota }),
    set: {
      ...(codigo && { rastreio: JSON.stringify({ transportadora, codigo, url }) }),
      ...(isPayable && { pagar_ate: payUntil(at) }),
      ...(isCancelled && { cancelado_em: at.toISOString(), motivo_cancelamento: nota }),
    },
  });
  if (isPayable) await openForPayment(tx, order, at, ctx.config);
  if (isCancelled) {
    await askForRefund(tx, order, at);
    await giveCouponBack(tx, order.id);
  }
  await auditMove(ctx, tx, order, { from: order.status, to, nota });
  await notifyOfMove(tx, order, { status: to, nota }, at);
}

const auditMove = (
  ctx: Ctx,
  tx: Db,
  { id, user_id }: OrderRow,
  { from, to, nota = null }: { from: number; to: number; nota?: string | null },
) =>
  audit({ ...ctx, db: tx }, 'order-status', `order:${id}`, {
    about: user_id,
    antes: { status: orderStatus(from).name },
    depois: { status: orderStatus(to).name, ...(nota && { nota }) },
  });

/** Money received through the portal is refunded; money received at the counter is returned there. */
async function askForRefund(tx: Db, order: OrderRow, at: Date): Promise<void> {
  const bill = await billOf(tx, order.id);
  if (bill?.status !== 'paga') return;
  for (const { chargeId, centavos } of await netPaymentsOf(tx, bill.id)) {
    await askRefund(tx, { chargeId, parcelaId: bill.id, centavos, motivo: 'pedido_cancelado' }, at);
  }
}

/**
 * Undoes the steps that the sender took within the last minute, and notifies the students. An order that moved since is not
 * changed.
 */
export async function undoOrders(ctx: Ctx, token: string) {
  const before = readUndoToken<Before[]>(ctx, CALL, token);
  return ctx.db.transaction().execute(async (tx) => {
    const undone: number[] = [];
    const now = ctx.now();
    for (const { id, from, to, at } of before) {
      const order = await orderOfSchool(tx, ctx.reach, id);
      const last = await lastStepOf(tx, id);
      if (!order || last?.status_id !== to || last.em !== at) continue;
      const was = { id, status: to };
      if (!(await tryMoveBack(tx, was, from, { by: 'equipe', at: now, userId: ctx.session.userId }))) continue;
      await auditMove(ctx, tx, order, { from: to, to: from });
      await notifyOfReturn(tx, order, { from: to, to: from }, now);
      undone.push(id);
    }
    return { ids: undone };
  });
}

/** Counted from entering status 1 (ORDER-15). */
const PAY_WITHIN_MS = 7 * DAY_MS;

interface Payable {
  id: number;
  numero: string;
  user_id: number;
  company_id: number;
  total_centavos: number;
  parcelas_max: number;
}

export const payUntil = (at: Date): string => new Date(at.getTime() + PAY_WITHIN_MS).toISOString();

/** Opens the bill of an order that entered status 1, if it has none. When a coupon pays all of it, the order moves on. */
export async function openForPayment(tx: Db, order: Payable, at: Date, config: Zoned): Promise<void> {
  if (order.total_centavos === 0) {
    const paid = { by: 'sistema' as const, at, set: { pago_em: at.toISOString() } };
    await tryMoveOrder(tx, { id: order.id, status: STATUS.waitingForPayment }, STATUS.toAttend, paid);
    return;
  }
  if (await billOf(tx, order.id)) return;
  const zone = await zoneOfUnit(tx, config, order.company_id);
  await openBill(tx, {
    userId: order.user_id,
    unitId: order.company_id,
    kind: 'pedido',
    id: order.id,
    descricao: `Pedido ${order.numero}`,
    valorCentavos: order.total_centavos,
    parcelasMax: order.parcelas_max,
    vencimento: dayIn(zone, new Date(payUntil(at))),
  });
}

/**
 * Moves an order on when its bill is paid, in the transaction that settles the bill (ORDER-14).
 *
 * @param parcelas the actual number of instalments, whatever the student chose before; 1 for Pix.
 */
export async function markOrderPaid(tx: Db, pedidoId: number, at: Date, parcelas?: number): Promise<void> {
  const set = { pago_em: at.toISOString(), ...(parcelas !== undefined && { parcelas }) };
  const order = { id: pedidoId, status: STATUS.waitingForPayment };
  await tryMoveOrder(tx, order, STATUS.toAttend, { by: 'sistema', at, set });
}
