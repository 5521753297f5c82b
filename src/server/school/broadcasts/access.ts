import { broadcastMessages } from '#lib/words/broadcasts.ts';
import type { Reach } from '../../core/db/reach.ts';
import { isAdmin } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { forbidden } from '../../core/http/refusal.ts';
import type { BroadcastRow } from './queries.ts';

/** The people that the user may write to (MANAGER-08). @throws Refusal 403 for a user without a school */
export function readersInReach({ session, reach }: Pick<Ctx, 'session' | 'reach'>): Reach {
  if (!isAdmin(session) && session.escolaId === null) throw forbidden(broadcastMessages.noSchool);
  return reach;
}

/** The reach of a message's writer. */
export const reachOfRow = ({ escola_id, unidades }: Pick<BroadcastRow, 'escola_id' | 'unidades'>): Reach => ({
  escolaId: escola_id,
  units: unidades === null ? null : JSON.parse(unidades),
});
