import { travelMessages } from '#lib/words/travel.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { makeCode } from '../../money/documents/make-code.ts';
import { refuseFull } from './join-campaign.ts';
import { managedCampaign } from './manage-campaigns.ts';
import { holdCampaign } from './queries.ts';

const AT_ONCE = 100;

/**
 * Makes tickets without a person, each named by a word and its number: “Convidado 7”.
 *
 * @param tx of the intent, so that it happens once
 * @throws Refusal 404, 409 without enough seats
 */
export async function makeTickets(
  ctx: Ctx,
  tx: Db,
  campaignId: number,
  { quantidade, rotulo }: { quantidade: number; rotulo: string },
) {
  await managedCampaign(ctx, tx, campaignId);
  await holdCampaign(tx, campaignId);
  await refuseFull(tx, await managedCampaign(ctx, tx, campaignId), quantidade);
  const { last } = await tx
    .selectFrom('travel_tickets')
    .select(({ fn }) => fn.max<number | null>('lote').as('last'))
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  const lote = (last ?? 0) + 1;
  const created_at = ctx.now().toISOString();
  const rows = Array.from({ length: quantidade }, (_, index) => ({
    campaign_id: campaignId,
    nome: `${rotulo} ${index + 1}`,
    is_companion: false,
    lote,
    codigo: makeCode(),
    created_at,
  }));
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await tx
      .insertInto('travel_tickets')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
  }
  await audit({ ...ctx, db: tx as Ctx['db'] }, 'campaign-tickets', `travel_campaign:${campaignId}`, {
    depois: { ingressos: travelMessages.tickets(quantidade) },
  });
  return { lote, rotulo, quantidade, usados: 0 };
}

/** Batches of tickets, the newest first. @throws Refusal 403, 404 */
export async function listTicketBatches(ctx: Ctx, campaignId: number) {
  await managedCampaign(ctx, ctx.db, campaignId);
  const rows = await ctx.db
    .selectFrom('travel_tickets')
    .select(({ fn }) => [
      'lote',
      fn.min<string>('nome').as('nome'),
      fn.countAll<number | string>().as('quantidade'),
      fn.count<number | string>('usado_em').as('usados'),
    ])
    .where('campaign_id', '=', campaignId)
    .where('lote', 'is not', null)
    .groupBy('lote')
    .orderBy('lote', 'desc')
    .execute();
  return rows.map(({ lote, nome, quantidade, usados }) => ({
    lote: lote ?? 0,
    rotulo: nome.replace(/ \d+$/, ''),
    quantidade: Number(quantidade),
    usados: Number(usados),
  }));
}

/** Tickets to print: those of a batch, or all valid ones. @throws Refusal 403, 404 */
export async function ticketsToPrint(ctx: Ctx, campaignId: number, lote?: number) {
  const campaign = await managedCampaign(ctx, ctx.db, campaignId);
  const tickets = await ctx.db
    .selectFrom('travel_tickets')
    .leftJoin('users', 'users.id', 'travel_tickets.user_id')
    .select(['travel_tickets.id', 'nome', 'codigo', 'is_companion', 'full_name', 'lote'])
    .where('campaign_id', '=', campaignId)
    .where('cancelado_em', 'is', null)
    .$if(lote !== undefined, (query) => query.where('lote', '=', lote ?? 0))
    .orderBy('travel_tickets.id')
    .execute();
  return { campaign, tickets: tickets.toSorted(byHolder) };
}

/** Students by name with their companions, then batches. Sorted here: databases place null differently. */
export const byHolder = (a: { full_name: string | null }, b: { full_name: string | null }): number =>
  Number(a.full_name === null) - Number(b.full_name === null) ||
  (a.full_name ?? '').localeCompare(b.full_name ?? '', 'pt-BR');
