import type { z } from 'zod';
import { orderMessages } from '#lib/words/orders.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { Refusal } from '../../core/http/refusal.ts';
import type { moveOrdersInput } from './inputs.ts';
import { orderOfSchool } from './queries.ts';
import { takeStepBack } from './take-step-back.ts';
import { updateOrderStatus } from './update-order-status.ts';

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
