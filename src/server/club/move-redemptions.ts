import type { z } from 'zod';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { redemptionActs } from '#lib/words/club-panel.ts';
import type { Db } from '../core/db/connection.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { Refusal } from '../core/http/refusal.ts';
import type { moveRedemptionsInput } from './inputs.ts';
import { redemptionsOf, tellOfStep, withColumns } from './manage-redemptions.ts';
import { notifyMember } from './notify.ts';
import { moveRedemption, nextSteps } from './redemptions.ts';

type Wanted = z.output<typeof moveRedemptionsInput>['itens'][number];

/**
 * Moves several redemptions on. Within an hour the same person may take a move back: nothing has left the school yet.
 * What cannot move, or stands in another state than was seen, stays as it is.
 *
 * @returns those that moved, with the state before
 */
export function moveRedemptions(ctx: Ctx, { itens, voltar: isBack = false }: z.output<typeof moveRedemptionsInput>) {
  const wanted = new Map(itens.map((each) => [each.id, each]));
  return ctx.db.transaction().execute(async (tx) => {
    const found = await withColumns(redemptionsOf(ctx, tx))
      .where('redemptions.id', 'in', [...wanted.keys()])
      .orderBy('redemptions.id')
      .execute();
    const moved: { id: number; status: (typeof found)[number]['status'] }[] = [];
    for (const row of found) {
      const step = wanted.get(row.id);
      if (!step || (step.de !== undefined && step.de !== row.status)) continue;
      const isMoved = await moveOne(ctx, tx, row, step.status, isBack).catch((error: unknown) => {
        // A refusal comes before anything is written: the others move on.
        if (!(error instanceof Refusal)) throw error;
        return false;
      });
      if (isMoved) moved.push({ id: row.id, status: row.status });
    }
    return { itens: moved };
  });
}

type Found = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];
const order: readonly Found['status'][] = ['solicitado', 'aprovado', 'pronto'];

async function moveOne(ctx: Ctx, tx: Db, row: Found, to: Wanted['status'], isBack: boolean): Promise<boolean> {
  const at = ctx.now();
  if (isBack) {
    if (!isUndo(ctx, row, to, at)) return false;
    const back = await tx
      .updateTable('redemptions')
      .set({ status: to, atualizado_em: at.toISOString() })
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .returning('id')
      .executeTakeFirst();
    if (!back) return false;
    const { title, body } = redemptionActs.backTold;
    await notifyMember(tx, row.user_id, 'orders', { title, body: `${row.reward}${body}` }, at);
  } else {
    if (!nextSteps(row).includes(to)) return false;
    const moved = await moveRedemption(tx, ctx, row, { to, at, by: 'equipe', porUserId: ctx.session.userId });
    await tellOfStep(tx, row, moved, at);
  }
  await audit({ ...ctx, db: tx }, `redemption-${to}`, `redemption:${row.id}`, {
    about: row.user_id,
    antes: { status: row.status },
    depois: { status: to },
  });
  return true;
}

/** Whether the same person moved it here within the hour. */
const isUndo = (
  { session }: Ctx,
  { status, por_user_id, atualizado_em, desconto_centavos }: Found,
  to: Wanted['status'],
  at: Date,
) =>
  desconto_centavos === null &&
  por_user_id === session.userId &&
  order.indexOf(to) < order.indexOf(status) &&
  at.getTime() - Date.parse(atualizado_em) < HOUR_MS;
