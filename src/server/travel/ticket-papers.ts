import type { BrandKey } from '#lib/brand.ts';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import { audit } from '../http/audit.ts';
import type { Ctx } from '../http/ctx.ts';
import { notFound } from '../http/refusal.ts';
import { ticketsToPrint } from './make-tickets.ts';
import type { CampaignRow } from './queries.ts';
import { ownTickets } from './read-campaigns.ts';
import { payloadOf } from './ticket-code.ts';

/** All tickets of a campaign, or of one batch, several on a page. @throws Refusal 403, 404, 429 */
export async function printTickets(ctx: Ctx, campaignId: number, lote?: number): Promise<Response> {
  const { campaign, tickets } = await ticketsToPrint(ctx, campaignId, lote);
  await audit(ctx, 'campaign-print', `travel_campaign:${campaignId}`);
  const cells = tickets.map((ticket) => ({
    nome: ticket.nome,
    nota: ticket.full_name === null ? 'Convite' : ticket.is_companion ? `com ${ticket.full_name}` : 'Aluno',
    codigo: ticket.codigo,
    payload: payloadOf(ctx.tokens, ticket),
  }));
  return paper(ctx, campaign, cells, `ingressos-${campaignId}${lote ? `-lote-${lote}` : ''}`);
}

/** The user's own tickets of a campaign, to print or to keep. @throws Refusal 403, 404, 429 */
export async function downloadTickets(ctx: Ctx, campaignId: number): Promise<Response> {
  const own = (await ownTickets(ctx, campaignId)).filter(({ ticket }) => ticket.cancelado_em === null);
  const campaign = own[0]?.campaign;
  if (!campaign) throw notFound('Você não tem ingressos desta campanha.');
  const cells = own.map(({ ticket, holder }) => ({
    nome: ticket.nome,
    nota: ticket.is_companion ? `com ${holder}` : 'Aluno',
    codigo: ticket.codigo,
    payload: payloadOf(ctx.tokens, ticket),
  }));
  return paper(ctx, campaign, cells, `meus-ingressos-${campaignId}`);
}

interface Cell {
  nome: string;
  nota: string;
  codigo: string;
  payload: string;
}

async function paper(ctx: Ctx, campaign: CampaignRow, cells: readonly Cell[], name: string): Promise<Response> {
  await ctx.limits.take('document', `user:${ctx.session.userId}`);
  const { evento_em, local, timezone, nome } = campaign;
  const when = evento_em ? `${formatDate(evento_em, timezone)} às ${formatTime(evento_em, timezone)}` : null;
  // Loaded with the first paper, because the library costs more than the rest of the start.
  const { drawTickets } = await import('../documents/pdf/tickets.ts');
  const bytes = await drawTickets({
    brand: await brandOfSchool(ctx, campaign.escola_id),
    title: nome,
    facts: [when, local].filter((text) => text !== null).join(' · '),
    at: ctx.now(),
    cells,
  });
  return new Response(bytes, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  });
}

/** The brand of the campaign's school; for the network's campaigns, the brand of the user's school. */
async function brandOfSchool({ db, session }: Ctx, escolaId: number | null): Promise<BrandKey> {
  const id = escolaId ?? session.escolaId ?? 0;
  const school = await db.selectFrom('schools').select('marca').where('id', '=', id).executeTakeFirst();
  return school?.marca ?? 'knn';
}
