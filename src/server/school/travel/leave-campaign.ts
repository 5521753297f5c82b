import type { TravelCampaign } from '#lib/contract/travel.schema.ts';
import { travelMessages } from '#lib/words/travel.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import { presentCampaign } from './present.ts';
import { holdCampaign, participationOf, ticketsOf } from './queries.ts';
import { campaignShown } from './read-campaigns.ts';

/** Ends a participation; of companions only the names stay. @returns false, unchanged, when one of them went in */
export async function endParticipation(tx: Db, id: number, at: Date): Promise<boolean> {
  const tickets = await ticketsOf(tx, id);
  const ended = await tx
    .updateTable('travel_tickets')
    .set({ cancelado_em: at.toISOString(), cpf: null, birth_date: null })
    .where('participation_id', '=', id)
    .where('cancelado_em', 'is', null)
    .where('usado_em', 'is', null)
    .returning('id')
    .execute();
  if (ended.length < tickets.length) return false;
  await tx
    .updateTable('travel_participations')
    .set({ status: 'cancelado', cancelada_em: at.toISOString() })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Gives the user's own places back. A second call gets the same answer. @throws Refusal 404, 409 once one went in */
export async function leaveCampaign(ctx: Ctx, id: number): Promise<TravelCampaign> {
  const campaign = await ctx.db.transaction().execute(async (tx) => {
    await campaignShown(ctx, tx, id);
    await holdCampaign(tx, id);
    const row = await campaignShown(ctx, tx, id);
    const known = await participationOf(tx, id, ctx.session.userId);
    if (!known) throw conflict(travelMessages.notJoined, 'not_joined');
    if (known.status === 'cancelado') return row;
    if (!(await endParticipation(tx, known.id, ctx.now()))) throw conflict(travelMessages.wentIn, 'went_in');
    return row;
  });
  return presentCampaign(ctx, campaign);
}
