import type { DoorCampaign, DoorList } from '#lib/contract/travel.schema.ts';
import { shortName } from '#lib/format/text.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { checkedBy } from './access.ts';
import { ticketWindow } from './campaign-days.ts';
import { ticketsAtDoor } from './check-ticket.ts';
import { type CampaignRow, countsOf } from './queries.ts';
import { digestOf, payloadsOf } from './ticket-code.ts';

/** The door shows a campaign this long after its last day, because offline scans come late. */
const SHOWN_DAYS = 7;

/** Campaigns whose tickets the user may check, today's first. */
export async function listDoors(ctx: Ctx): Promise<DoorCampaign[]> {
  const rows = await ctx.db.selectFrom('travel_campaigns').selectAll().where(checkedBy(ctx.session)).execute();
  const past = new Date(ctx.now().getTime() - SHOWN_DAYS * DAY_MS).toISOString();
  const open = rows
    .map((row) => ({ row, ...ticketWindow(row) }))
    .filter(({ until }) => until > past)
    .toSorted((a, b) => a.from.localeCompare(b.from) || a.row.id - b.row.id);
  const doors = await present(
    ctx,
    open.map(({ row }) => row),
  );
  return doors.toSorted((a, b) => Number(b.hoje) - Number(a.hoje));
}

/** A campaign whose tickets the user checks. @throws Refusal 404 for another school's campaign */
export async function campaignAtDoor(ctx: Ctx, { id }: { id: number }): Promise<CampaignRow> {
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
export async function readDoor(ctx: Ctx, row: CampaignRow): Promise<DoorList> {
  const [[campaign], tickets] = await Promise.all([present(ctx, [row]), ticketsAtDoor(ctx.db, row.id)]);
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

async function present(ctx: Ctx, rows: readonly CampaignRow[]): Promise<DoorCampaign[]> {
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
