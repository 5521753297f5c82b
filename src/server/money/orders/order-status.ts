import type { z } from 'zod';
import type { PreInvoice } from '#lib/contract/orders.schema.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import { statusBefore } from '#lib/rules/orders/steps.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { orderMessages } from '#lib/words/orders.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Zoned, zoneOfUnit } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound, Refusal } from '../../core/http/refusal.ts';
import { openBill } from '../finance/open-bill.ts';
import { askRefund, holdBill, netPaymentsOf } from '../finance/refund.ts';
import { giveCouponBack } from './coupons.ts';
import type { moveOrdersInput, updateOrderStatusInput } from './inputs.ts';
import { notifyOfMove, notifyOfReturn } from './notify.ts';
import { presentOrders } from './present.ts';
import { billOf, type HistoryRow, lastStepOf, type OrderRow, orderOfSchool } from './queries.ts';
import { moveOrder, tryMoveBack, tryMoveOrder } from './transitions.ts';

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

/**
 * Moves several orders one step on, or takes that step back. Each order has a transaction of its own with its own
 * rules: one that cannot move is named with the reason, and the others move.
 */
export async function moveOrders(
  ctx: Ctx,
  { ids, status_id, voltar: isBack = false }: z.output<typeof moveOrdersInput>,
) {
  const itens: { id: number; numero: string }[] = [];
  const recusados: { id: number; numero: string | null; aluno: string | null; motivo: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      const { numero } = isBack
        ? await takeStepBack(ctx, id, status_id)
        : await updateOrderStatus(ctx, { id, status_id });
      itens.push({ id, numero });
    } catch (error) {
      recusados.push({ id, ...(await nameOf(ctx, id)), motivo: reasonOf(ctx, id, error) });
    }
  }
  return { itens, recusados };
}

async function nameOf(ctx: Ctx, id: number) {
  const order = await orderOfSchool(ctx.db, ctx.reach, id);
  return { numero: order?.numero ?? null, aluno: order?.aluno_nome ?? null };
}

/** A fault of the portal is not the order's: the log has it, and the staff try again. */
function reasonOf(ctx: Ctx, id: number, error: unknown): string {
  if (error instanceof Refusal) return error.detail;
  ctx.log.error({ err: error, order: id }, 'an order did not move');
  return orderMessages.notMoved;
}

/**
 * Takes back the step that led an order of the own school to a status. Only the person who took it may, within the
 * hour, and while the order stands there.
 *
 * @throws Refusal 404 for another school's order, 409 with the reason why the step stays.
 */
function takeStepBack(ctx: Ctx, id: number, from: number): Promise<OrderRow> {
  return ctx.db.transaction().execute(async (tx) => {
    const order = await orderOfSchool(tx, ctx.reach, id);
    if (!order) throw notFound('Não encontramos este pedido na sua escola.');
    const at = ctx.now();
    const to = statusBefore(from);
    const problem = whyNot(ctx, order, await lastStepOf(tx, id), { from, at });
    if (problem !== null || to === null) throw conflict(problem ?? orderMessages.staysMoved, 'order_status');
    const isBack = await tryMoveBack(tx, order, to, { by: 'equipe', at, userId: ctx.session.userId });
    if (!isBack) throw conflict(orderMessages.wentOn(orderStatus(order.status).name), 'order_status');
    await audit({ ...ctx, db: tx }, 'order-status', `order:${id}`, {
      about: order.user_id,
      antes: { status: orderStatus(from).name },
      depois: { status: orderStatus(to).name },
    });
    await notifyOfReturn(tx, order, { from, to }, at);
    return order;
  });
}

/** Why a step stays, in words. */
function whyNot(
  { session }: Ctx,
  { status }: OrderRow,
  last: HistoryRow | undefined,
  { from, at }: { from: number; at: Date },
): string | null {
  if (status !== from || last?.status_id !== from) return orderMessages.wentOn(orderStatus(status).name);
  if (last.por !== 'equipe' || last.user_id !== session.userId) return orderMessages.movedByOther;
  return at.getTime() - Date.parse(last.em) < HOUR_MS ? null : orderMessages.staysMoved;
}

/** Counted from the start of status 1 (ORDER-15). */
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

/** Opens the bill of an order that entered status 1, if it has none. When a coupon pays it all, the order moves on. */
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
 * @param parcelas the number of parts it was paid in, whatever the student chose before; a Pix is one.
 */
export async function markOrderPaid(tx: Db, pedidoId: number, at: Date, parcelas?: number): Promise<void> {
  const set = { pago_em: at.toISOString(), ...(parcelas !== undefined && { parcelas }) };
  const order = { id: pedidoId, status: STATUS.waitingForPayment };
  await tryMoveOrder(tx, order, STATUS.toAttend, { by: 'sistema', at, set });
}
