import type { QrCode, TravelCampaign } from '#lib/contract/travel.schema.ts';
import { routes } from '#lib/routes.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { campaignStatus, ticketWindow } from './events.ts';
import { type CampaignRow, countsOf, type TicketRow } from './queries.ts';
import { payloadOf } from './ticket-code.ts';

/** Campaigns as a student sees them, each with the student's own part. */
export async function presentCampaigns(ctx: Ctx, rows: readonly CampaignRow[]): Promise<TravelCampaign[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [counts, parts, tickets] = await Promise.all([
    countsOf(ctx.db, ids),
    ctx.db
      .selectFrom('travel_participations')
      .select(['id', 'campaign_id', 'status'])
      .where('user_id', '=', ctx.session.userId)
      .where('campaign_id', 'in', ids)
      .execute(),
    ctx.db
      .selectFrom('travel_tickets')
      .select(['participation_id', 'usado_em'])
      .where('user_id', '=', ctx.session.userId)
      .where('campaign_id', 'in', ids)
      .where('cancelado_em', 'is', null)
      .execute(),
  ]);
  const now = ctx.now();
  return rows.map((row) => {
    const part = parts.find(({ campaign_id }) => campaign_id === row.id);
    const own = tickets.filter(({ participation_id }) => participation_id === part?.id);
    return {
      id: row.id,
      slug: row.slug,
      nome: row.nome,
      destino: row.destino,
      descricao: row.descricao,
      imagem_url: row.imagem_url,
      regulamento_url: `${routes.travel.campaign(row.id)}#regulamento`,
      regulamento: row.regulamento,
      inicio: row.inicio,
      fim: row.fim,
      evento_em: row.evento_em,
      local: row.local,
      vagas: row.vagas,
      vagas_restantes: row.vagas === null ? null : Math.max(0, row.vagas - (counts.get(row.id)?.ingressos ?? 0)),
      max_acompanhantes: row.max_acompanhantes,
      status: campaignStatus(row, now),
      participacao: part
        ? {
            id: part.id,
            status: part.status,
            qr_codes: own.length,
            pode_cancelar:
              part.status === 'inscrito' &&
              own.every(({ usado_em }) => usado_em === null) &&
              now.toISOString() < ticketWindow(row).until,
          }
        : null,
    };
  });
}

export async function presentCampaign(ctx: Ctx, row: CampaignRow): Promise<TravelCampaign> {
  const [campaign] = await presentCampaigns(ctx, [row]);
  if (!campaign) throw new Error('one row makes one campaign');
  return campaign;
}

/** A ticket as its owner sees it. @param holder the student who brings the companion */
export function presentTicket(ctx: Ctx, ticket: TicketRow, campaign: CampaignRow, holder: string): QrCode {
  const { from, until } = ticketWindow(campaign);
  const open = ctx.now().toISOString() < until ? 'ativo' : 'expirado';
  return {
    id: ticket.id,
    campaign_id: campaign.id,
    titulo: campaign.nome,
    titular: ticket.nome,
    acompanhante_de: ticket.is_companion ? holder : null,
    payload: payloadOf(ctx.tokens, ticket),
    codigo: ticket.codigo,
    status: ticket.cancelado_em !== null ? 'cancelado' : ticket.usado_em !== null ? 'usado' : open,
    valido_de: from,
    valido_ate: until,
    usado_em: ticket.usado_em,
    evento_em: campaign.evento_em,
    local: campaign.local,
  };
}
