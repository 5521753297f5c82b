import type { z } from 'zod';
import { redemptionActs } from '#lib/words/club-panel.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../core/http/once-each.ts';
import { readUndoToken } from '../core/http/undo.ts';
import type { updateRedemptionsInput } from './inputs.ts';
import { moveOn, redemptionsOf, withColumns } from './manage-redemptions.ts';
import { notifyMember } from './notify.ts';
import type { RedemptionRow } from './present.ts';

type Status = RedemptionRow['status'];

/** The previous state that `undoRedemptions` needs. */
interface Before {
  id: number;
  from: Status;
  to: Status;
  /** When it moved; the undo checks that it has not moved since. */
  at: string;
}

const CALL = 'redemption-status';

/**
 * Moves redemptions to another state; each is done or refused separately. A step can be undone, unless something was handed over
 * or refused.
 */
export const updateRedemptions = (ctx: Ctx, input: z.output<typeof updateRedemptionsInput>): Promise<EachAnswer> =>
  onceForEach<Before>(ctx, CALL, input, async (tx, id) => {
    const { found, moved } = await moveOn(ctx, tx, id, input);
    const isHere = moved.status === 'aprovado' || moved.status === 'pronto';
    return isHere && moved.desconto_centavos === null
      ? { id, from: found.status, to: moved.status, at: moved.atualizado_em }
      : null;
  });

/** Undoes the steps that the sender took within the last minute. A redemption that moved since is not changed. */
export async function undoRedemptions(ctx: Ctx, token: string) {
  const before = readUndoToken<Before[]>(ctx, CALL, token);
  return ctx.db.transaction().execute(async (tx) => {
    const undone: number[] = [];
    const now = ctx.now();
    for (const { id, from, to, at } of before) {
      const row = await withColumns(redemptionsOf(ctx, tx)).where('redemptions.id', '=', id).executeTakeFirst();
      if (!row) continue;
      const back = await tx
        .updateTable('redemptions')
        .set({ status: from, atualizado_em: now.toISOString() })
        .where('id', '=', id)
        .where('status', '=', to)
        .where('atualizado_em', '=', at)
        .returning('id')
        .executeTakeFirst();
      if (!back) continue;
      const { title, body } = redemptionActs.backNotice;
      await notifyMember(tx, row.user_id, 'orders', { title, body: `${row.reward}${body}` }, now);
      await audit({ ...ctx, db: tx }, `redemption-${from}`, `redemption:${id}`, {
        about: row.user_id,
        antes: { status: to },
        depois: { status: from },
      });
      undone.push(id);
    }
    return { ids: undone };
  });
}
