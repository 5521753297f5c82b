import type { BrandKey } from '#lib/brand.ts';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import { PRINTED_AT_ONCE } from '#lib/rules/travel/printed-parts.ts';
import { travelMessages } from '#lib/words/travel.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { download, type FileAnswer } from '../../core/http/file-answer.ts';
import { ownBrand } from '../../core/http/public-url.ts';
import { notFound } from '../../core/http/refusal.ts';
import { makeCode } from '../../money/documents/make-code.ts';
import type { drawTickets } from '../../money/documents/pdf/tickets.ts';
import { managedCampaign } from './campaigns.ts';
import { refuseFull } from './participation.ts';
import { type CampaignRow, holdCampaign } from './queries.ts';
import { ownTickets } from './read-campaigns.ts';
import { payloadOf } from './ticket-code.ts';

const AT_ONCE = 100;

/**
 * Creates tickets without a person, each named by a word and its number: “Convidado 7”.
 *
 * @param tx of the intent, so that it is idempotent
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

/** Tickets to print: those of a bulk, or all valid ones. @throws Refusal 403, 404 */
async function ticketsToPrint(ctx: Ctx, campaignId: number, lote?: number) {
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

/** Students by name with their companions, then bulk tickets. Sorted here, because databases sort null differently. */
export const byHolder = (a: { full_name: string | null }, b: { full_name: string | null }): number =>
  Number(a.full_name === null) - Number(b.full_name === null) ||
  (a.full_name ?? '').localeCompare(b.full_name ?? '', 'pt-BR');

const DRAWING = new URL('../../money/documents/pdf/tickets.ts', import.meta.url);

/**
 * Tickets of a campaign, or of one batch, several on a page.
 *
 * @param parte which file of `PRINTED_AT_ONCE` tickets, from 1: a drawing takes seconds, and others wait for theirs
 * @throws Refusal 403, 404 without tickets in that part, 429
 */
export async function printTickets(
  ctx: Ctx,
  campaignId: number,
  { lote, parte = 1 }: { lote?: number; parte?: number },
): Promise<FileAnswer> {
  const { campaign, tickets: all } = await ticketsToPrint(ctx, campaignId, lote);
  const tickets = all.slice((parte - 1) * PRINTED_AT_ONCE, parte * PRINTED_AT_ONCE);
  if (tickets.length === 0) throw notFound('Ainda não há ingressos para imprimir.');
  await audit(ctx, 'campaign-print', `travel_campaign:${campaignId}`);
  const cells = tickets.map((ticket) => ({
    nome: ticket.nome,
    nota: ticket.full_name === null ? 'Convite' : ticket.is_companion ? `com ${ticket.full_name}` : 'Aluno',
    codigo: ticket.codigo,
    payload: payloadOf(ctx.tokens, ticket),
  }));
  const batch = lote === undefined ? '' : `-lote-${lote}`;
  const part = all.length > PRINTED_AT_ONCE ? `-parte-${parte}` : '';
  return paper(ctx, campaign, cells, `ingressos-${campaignId}${batch}${part}`);
}

/** A campaign with the user's own valid tickets. @throws Refusal 404 without a ticket */
export async function campaignWithTickets(ctx: Ctx, { id }: { id: number }) {
  const own = (await ownTickets(ctx, id)).filter(({ ticket }) => ticket.cancelado_em === null);
  const campaign = own[0]?.campaign;
  if (!campaign) throw notFound('Você não tem ingressos deste evento.');
  return { campaign, own };
}

/** The user's own tickets of a campaign, to print or to keep. @throws Refusal 429 */
export async function downloadTickets(
  ctx: Ctx,
  { campaign, own }: Awaited<ReturnType<typeof campaignWithTickets>>,
): Promise<FileAnswer> {
  const cells = own.map(({ ticket, holder }) => ({
    nome: ticket.nome,
    nota: ticket.is_companion ? `com ${holder}` : 'Aluno',
    codigo: ticket.codigo,
    payload: payloadOf(ctx.tokens, ticket),
  }));
  return paper(ctx, campaign, cells, `meus-ingressos-${campaign.id}`);
}

interface Cell {
  nome: string;
  nota: string;
  codigo: string;
  payload: string;
}

async function paper(ctx: Ctx, campaign: CampaignRow, cells: readonly Cell[], name: string): Promise<FileAnswer> {
  await ctx.limits.take('document', `user:${ctx.session.userId}`);
  const { evento_em, local, timezone, nome } = campaign;
  const when = evento_em ? `${formatDate(evento_em, timezone)} às ${formatTime(evento_em, timezone)}` : null;
  const bytes = await ctx.papers.run<typeof drawTickets>(DRAWING, 'drawTickets', {
    brand: await brandOfSchool(ctx, campaign.escola_id),
    title: nome,
    facts: [when, local].filter((text) => text !== null).join(' · '),
    at: ctx.now(),
    cells,
  });
  return download(bytes, 'application/pdf', `${name}.pdf`);
}

/** The brand of the campaign's school; for the network's campaigns, the brand of the user's school. */
async function brandOfSchool(ctx: Ctx, escolaId: number | null): Promise<BrandKey> {
  if (escolaId === null) return ownBrand(ctx);
  const school = await ctx.db.selectFrom('schools').select('marca').where('id', '=', escolaId).executeTakeFirst();
  return school?.marca ?? ownBrand(ctx);
}
