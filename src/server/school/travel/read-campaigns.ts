import type { QrCode, TravelCampaign } from '#lib/contract/travel.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { shownTo } from './access.ts';
import { ticketWindow } from './events.ts';
import { presentCampaigns, presentTicket } from './present.ts';
import type { CampaignRow, TicketRow } from './queries.ts';

/** Campaigns of the user's own school, the last to end first. @throws Refusal 403 with only a printed code */
export async function listCampaigns(ctx: Ctx): Promise<TravelCampaign[]> {
  const rows = await ctx.db
    .selectFrom('travel_campaigns')
    .selectAll()
    .where(shownTo(ctx.session))
    .orderBy('fim', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return presentCampaigns(ctx, rows);
}

/** @throws Refusal 404, also for drafts and for other schools' campaigns (ROLE-08) */
export async function campaignShown(ctx: Ctx, db: Db, id: number): Promise<CampaignRow> {
  const row = await db
    .selectFrom('travel_campaigns')
    .selectAll()
    .where('travel_campaigns.id', '=', id)
    .where(shownTo(ctx.session))
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos este evento na sua escola.');
  return row;
}

export interface OwnTicket {
  ticket: TicketRow;
  campaign: CampaignRow;
  /** The student who brings the companions. */
  holder: string;
}

/** The user's own tickets with their campaigns: next event first, past ones last; within a campaign the holder's first. */
export async function ownTickets({ db, session, now }: Ctx, campaignId?: number): Promise<OwnTicket[]> {
  const tickets = await db
    .selectFrom('travel_tickets')
    .selectAll()
    .where('user_id', '=', session.userId)
    .$if(campaignId !== undefined, (query) => query.where('campaign_id', '=', campaignId ?? 0))
    .orderBy('id')
    .execute();
  if (tickets.length === 0) return [];
  const [campaigns, { full_name: holder }] = await Promise.all([
    db
      .selectFrom('travel_campaigns')
      .selectAll()
      .where(
        'id',
        'in',
        tickets.map(({ campaign_id }) => campaign_id),
      )
      .execute(),
    db.selectFrom('users').select('full_name').where('id', '=', session.userId).executeTakeFirstOrThrow(),
  ]);
  const at = now().toISOString();
  const byEnd = campaigns
    .map((campaign) => ({ campaign, until: ticketWindow(campaign).until }))
    .toSorted((a, b) => a.until.localeCompare(b.until) || a.campaign.id - b.campaign.id);
  const next = byEnd.filter(({ until }) => until > at);
  const over = byEnd.filter(({ until }) => until <= at).toReversed();
  return [...next, ...over].flatMap(({ campaign }) =>
    tickets.filter(({ campaign_id }) => campaign_id === campaign.id).map((ticket) => ({ ticket, campaign, holder })),
  );
}

/** The user's QR codes, with those of companions (TRAVEL-03). */
export const listQrCodes = async (ctx: Ctx): Promise<QrCode[]> =>
  (await ownTickets(ctx)).map(({ ticket, campaign, holder }) => presentTicket(ctx, ticket, campaign, holder));
