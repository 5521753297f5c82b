import { orderStatus } from '#lib/rules/orders/status.ts';
import { statusBefore } from '#lib/rules/orders/steps.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { notifyOfReturn } from './notify.ts';
import { type HistoryRow, lastStepOf, type OrderRow, orderOfSchool } from './queries.ts';
import { tryMoveBack } from './transitions.ts';

/**
 * Takes back the step that led an order of the own school to a status. Only the person who took it may, within the
 * hour, and while the order stands there.
 *
 * @throws Refusal 404 for another school's order, 409 with the reason why the step stays.
 */
export function takeStepBack(ctx: Ctx, id: number, from: number): Promise<OrderRow> {
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
