import { sql } from 'kysely';
import type { CheckInCampaign, CheckInList, SaidScan, Scan } from '#lib/contract/travel.schema.ts';
import { shortName } from '#lib/format/text.ts';
import { readDocumentCode } from '#lib/rules/account/document-code.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { checkInMessages } from '#lib/words/travel-check-in.ts';
import type { Db } from '../../core/db/connection.ts';
import { auditView } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { checkedBy, manages } from './access.ts';
import { readAt, ticketWindow } from './events.ts';
import { type CampaignRow, countsOf, type TicketRow } from './queries.ts';
import { digestOf, isSigned, payloadsOf, readPayload } from './ticket-code.ts';

type ScanOf = Omit<Scan, 'texto' | 'user_id'>;

interface Found {
  ticket: TicketRow;
  campaign: CampaignRow;
}

/**
 * Validates a ticket by its number and signature (TRAVEL-04).
 *
 * @throws Refusal 404 for a ticket of another school, 422 without the signature, 429
 */
export async function validateQrCode(
  ctx: Ctx,
  id: number,
  { assinatura, ...scan }: ScanOf & { assinatura?: string },
): Promise<SaidScan> {
  await ctx.limits.take('ticket-scan', `user:${ctx.session.userId}`);
  const found = await find(ctx, { id });
  if (!found) throw notFound('Não encontramos este ingresso na sua escola.');
  // Checked in from the list of participants, without a QR code: managers are responsible for the people they let in.
  if (assinatura === undefined) {
    if (!manages(ctx.session, found.campaign))
      throw invalid(checkInMessages.unsigned, { assinatura: 'Falta a assinatura' });
  } else if (!isSigned(ctx.tokens, found.ticket, assinatura)) return refusal('assinatura');
  return take(ctx, found, scan);
}

/** Checks a person in from the list of participants. @throws Refusal 404, 409 for a ticket that is not valid now, 429 */
export async function admitTicket(ctx: Ctx, id: number) {
  const result = await validateQrCode(ctx, id, {});
  if (!result.valido) throw conflict(result.detail);
  return result;
}

/**
 * Validates a scanned or typed text.
 *
 * @throws Refusal 409 for another user's scan on this device, 429
 */
export async function scanTicket(ctx: Ctx, { texto, user_id, ...scan }: Scan): Promise<SaidScan> {
  // Another user may have logged in since. A scan is accepted only for the user who made it.
  if (user_id !== undefined && user_id !== ctx.session.userId) {
    throw conflict(checkInMessages.scannedByAnother, 'another_user');
  }
  await ctx.limits.take('ticket-scan', `user:${ctx.session.userId}`);
  const payload = readPayload(texto);
  if (payload) {
    const found = await find(ctx, { id: payload.id });
    if (!found) return refusal('desconhecido');
    return isSigned(ctx.tokens, found.ticket, payload.signature) ? take(ctx, found, scan) : refusal('assinatura');
  }
  const codigo = readDocumentCode(texto);
  const found = codigo === null ? undefined : await find(ctx, { codigo });
  return found ? take(ctx, found, scan) : refusal('desconhecido');
}

const refusal = (motivo: 'assinatura' | 'desconhecido'): SaidScan => ({
  valido: false,
  motivo,
  titular_mascarado: '',
  campanha: '',
  detail: checkInMessages.refused[motivo],
});

async function find(ctx: Ctx, by: { id: number } | { codigo: string }): Promise<Found | undefined> {
  const ticket = await ctx.db
    .selectFrom('travel_tickets')
    .selectAll()
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('codigo', '=', by.codigo)))
    .executeTakeFirst();
  const campaign = await ctx.db
    .selectFrom('travel_campaigns')
    .selectAll()
    .where('travel_campaigns.id', '=', ticket?.campaign_id ?? 0)
    .where(checkedBy(ctx.session))
    .executeTakeFirst();
  return ticket && campaign ? { ticket, campaign } : undefined;
}

/** Checks a person in, once. Of several simultaneous scans, only one update finds the ticket unused. */
async function take(ctx: Ctx, found: Found, scan: ScanOf): Promise<SaidScan> {
  const { ticket, campaign } = found;
  const at = readAt(ctx.now(), scan.lido_em);
  const refused = await verdictOf(ctx, found, scan, at);
  if (refused) return refused;
  const used = await ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('travel_tickets')
      .set({ usado_em: at.toISOString(), usado_por_user_id: ctx.session.userId, leitura_chave: scan.chave ?? null })
      .where('id', '=', ticket.id)
      .where('usado_em', 'is', null)
      .where('cancelado_em', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) return row;
    await confirm(tx, row.participation_id);
    // The ticket records who checked its holder in, so one log line counts the scans of a day.
    await auditView({ ...ctx, db: tx }, 'ticket-scan', `travel_campaign:${campaign.id}`);
    return row;
  });
  if (used) return presentCheck(ctx, { ticket: used, campaign }, null);
  const now = await find(ctx, { id: ticket.id });
  return (now && (await verdictOf(ctx, now, scan, at))) ?? refusal('desconhecido');
}

/** Marks the group's participation as confirmed. */
const confirm = (tx: Db, participationId: number | null) =>
  tx
    .updateTable('travel_participations')
    .set({ status: 'confirmado' })
    .where('id', '=', participationId ?? 0)
    .where('status', '=', 'inscrito')
    .execute();

/** @returns null for a ticket that is valid now */
async function verdictOf(ctx: Ctx, found: Found, scan: ScanOf, at: Date): Promise<SaidScan | null> {
  const { ticket, campaign } = found;
  if (scan.campaign_id !== undefined && scan.campaign_id !== campaign.id)
    return presentCheck(ctx, found, 'outra_campanha');
  if (ticket.cancelado_em !== null) return presentCheck(ctx, found, 'cancelado');
  if (ticket.usado_em !== null) {
    const isSameScan = scan.chave !== undefined && scan.chave === ticket.leitura_chave;
    return presentCheck(ctx, found, isSameScan && ticket.usado_por_user_id === ctx.session.userId ? null : 'usado');
  }
  const { from, until } = ticketWindow(campaign);
  if (at.toISOString() < from) return presentCheck(ctx, found, 'outro_dia');
  return at.toISOString() >= until ? presentCheck(ctx, found, 'expirado') : null;
}

async function presentCheck(
  { db }: Ctx,
  { ticket, campaign }: Found,
  motivo: 'outra_campanha' | 'cancelado' | 'usado' | 'outro_dia' | 'expirado' | null,
): Promise<SaidScan> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('id', 'in', [ticket.user_id ?? 0, ticket.usado_por_user_id ?? 0])
    .execute();
  const nameOf = (id: number | null) => people.find((each) => each.id === id)?.full_name;
  const usadoPor = nameOf(ticket.usado_por_user_id) ?? null;
  const holder = ticket.is_companion ? nameOf(ticket.user_id) : undefined;
  const facts = {
    titular_mascarado: ticket.user_id === null ? ticket.nome : shortName(ticket.nome),
    acompanhante_de: holder ? shortName(holder) : null,
    campanha: campaign.nome,
    usado_em: ticket.usado_em,
    usado_por: usadoPor,
  };
  return {
    valido: motivo === null,
    motivo,
    ...facts,
    detail: motivo === null ? checkInMessages.letIn(facts) : detailOf(motivo, ticket, campaign, usadoPor),
  };
}

function detailOf(
  motivo: 'outra_campanha' | 'cancelado' | 'usado' | 'outro_dia' | 'expirado',
  { usado_em }: TicketRow,
  campaign: CampaignRow,
  usadoPor: string | null,
): string {
  const { timezone } = campaign;
  const { refused } = checkInMessages;
  if (motivo === 'usado') return checkInMessages.used(usado_em ?? '', usadoPor, timezone);
  if (motivo === 'outra_campanha') return refused.outra_campanha(campaign.nome);
  if (motivo === 'outro_dia') return refused.outro_dia(ticketWindow(campaign).from, timezone);
  return refused[motivo];
}

/** Tickets of a campaign for the check-in, with the student of each. */
const ticketsToCheck = (db: Db, campaignId: number) =>
  db
    .selectFrom('travel_tickets')
    .leftJoin('users', 'users.id', 'travel_tickets.user_id')
    .select(['travel_tickets.id', 'nome', 'codigo', 'is_companion', 'usado_em', 'travel_tickets.user_id'])
    .select(sql<string | null>`users.full_name`.as('holder'))
    .where('campaign_id', '=', campaignId)
    .where('cancelado_em', 'is', null)
    .orderBy('travel_tickets.id')
    .execute();

/** The check-in lists a campaign this long after its last day, because offline scans are submitted late. */
const SHOWN_DAYS = 7;

/** Campaigns whose tickets the user may check, today's first. */
export async function listCheckIns(ctx: Ctx): Promise<CheckInCampaign[]> {
  const rows = await ctx.db.selectFrom('travel_campaigns').selectAll().where(checkedBy(ctx.session)).execute();
  const past = new Date(ctx.now().getTime() - SHOWN_DAYS * DAY_MS).toISOString();
  const open = rows
    .map((row) => ({ row, ...ticketWindow(row) }))
    .filter(({ until }) => until > past)
    .toSorted((a, b) => a.from.localeCompare(b.from) || a.row.id - b.row.id);
  const checkIns = await presentCampaigns(
    ctx,
    open.map(({ row }) => row),
  );
  return checkIns.toSorted((a, b) => Number(b.hoje) - Number(a.hoje));
}

/** A campaign whose tickets the user checks. @throws Refusal 404 for another school's campaign */
export async function campaignToCheck(ctx: Ctx, { id }: { id: number }): Promise<CampaignRow> {
  const row = await ctx.db
    .selectFrom('travel_campaigns')
    .selectAll()
    .where('travel_campaigns.id', '=', id)
    .where(checkedBy(ctx.session))
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos este evento na sua escola.');
  return row;
}

/** A campaign's tickets as digests. */
export async function readCheckIn(ctx: Ctx, row: CampaignRow): Promise<CheckInList> {
  const [[campaign], tickets] = await Promise.all([presentCampaigns(ctx, [row]), ticketsToCheck(ctx.db, row.id)]);
  if (!campaign) throw new Error('one row makes one campaign');
  return {
    campaign,
    feita_em: ctx.now().toISOString(),
    itens: tickets.flatMap((ticket) =>
      payloadsOf(ctx.tokens, ticket).map((payload) => ({
        payload: digestOf(payload),
        codigo: digestOf(ticket.codigo),
        titular_mascarado: ticket.user_id === null ? ticket.nome : shortName(ticket.nome),
        acompanhante_de: ticket.is_companion && ticket.holder ? shortName(ticket.holder) : null,
        usado_em: ticket.usado_em,
      })),
    ),
  };
}

async function presentCampaigns(ctx: Ctx, rows: readonly CampaignRow[]): Promise<CheckInCampaign[]> {
  const counts = await countsOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const now = ctx.now().toISOString();
  return rows.map((row) => {
    const { from, until } = ticketWindow(row);
    const { ingressos = 0, usados = 0 } = counts.get(row.id) ?? {};
    const { id, nome, evento_em, local } = row;
    return { id, nome, evento_em, local, hoje: now >= from && now < until, ingressos, usados };
  });
}
