import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { countsOf } from './queries.ts';

/** For an event soon after midnight, tickets are valid from the evening before. */
const EARLY_MS = 6 * HOUR_MS;
/** Tickets stay valid until this time on the next day. */
const MORNING_AFTER = '06:00';

interface CampaignDays {
  /** First and last day for joining, `YYYY-MM-DD`. */
  inicio: string;
  fim: string;
  evento_em: string | null;
  timezone: string;
}

/**
 * When tickets are valid: on the day of the event, starting at most six hours before it, until the next morning. Without an
 * event: while joining is open.
 *
 * @returns two instants: the start, and the exclusive end
 */
export function ticketWindow({ inicio, fim, evento_em, timezone }: CampaignDays): { from: string; until: string } {
  const at = (day: string, clock: string) => instantIn(timezone, day, clock);
  if (evento_em === null) return { from: at(inicio, '00:00'), until: at(shiftDay(fim, 1), '00:00') };
  const day = dayIn(timezone, new Date(evento_em));
  const early = new Date(Date.parse(evento_em) - EARLY_MS).toISOString();
  const midnight = at(day, '00:00');
  const [from = midnight] = [early, midnight].toSorted();
  return { from, until: at(shiftDay(day, 1), MORNING_AFTER) };
}

/** Whether a student may join at an instant. */
export function campaignStatus(campaign: CampaignDays, at: Date): 'em_breve' | 'aberta' | 'encerrada' {
  const today = dayIn(campaign.timezone, at);
  if (today > campaign.fim || at.toISOString() >= ticketWindow(campaign).until) return 'encerrada';
  return today < campaign.inicio ? 'em_breve' : 'aberta';
}

const LATE_DAYS = 7;
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** When a ticket was scanned: the device's time of an offline scan, unless that is impossible. */
export function readAt(now: Date, claimed: string | undefined): Date {
  const at = claimed === undefined ? Number.NaN : Date.parse(claimed);
  if (!(at > now.getTime() - LATE_DAYS * DAY_MS && at < now.getTime() + CLOCKS_DIFFER_MS)) return now;
  return new Date(Math.min(at, now.getTime()));
}

const MAX_EVENTS = 3;

/**
 * Published campaigns of a promotional page that students may join at an instant and that have an event, the next first.
 *
 * @param pagina the page's path without its slash: a campaign of the page has it as its `slug`.
 */
export async function eventsOfPage(db: Db, pagina: string, at: Date) {
  const rows = await db
    .selectFrom('travel_campaigns')
    .selectAll()
    .where('slug', '=', pagina)
    .where('publicada', '=', true)
    .where('evento_em', '>', at.toISOString())
    .orderBy('evento_em')
    .execute();
  const open = rows.filter((row) => campaignStatus(row, at) === 'aberta').slice(0, MAX_EVENTS);
  const counts = await countsOf(
    db,
    open.map(({ id }) => id),
  );
  return open.map(({ id, nome, evento_em, timezone, local, vagas }) => ({
    nome,
    evento_em: evento_em ?? '',
    timezone,
    local,
    /** null: no limit. */
    vagas_restantes: vagas === null ? null : Math.max(0, vagas - (counts.get(id)?.ingressos ?? 0)),
  }));
}

/** The campaigns of a user's valid tickets, around an instant. @param before, after: two days before and after it */
export const ticketsAround = (db: Db, userId: number, before: string, after: string) =>
  db
    .selectFrom('travel_tickets')
    .innerJoin('travel_campaigns', 'travel_campaigns.id', 'travel_tickets.campaign_id')
    .where('travel_tickets.user_id', '=', userId)
    .where('travel_tickets.cancelado_em', 'is', null)
    .where('travel_tickets.usado_em', 'is', null)
    .where('travel_campaigns.evento_em', '>=', before)
    .where('travel_campaigns.evento_em', '<=', after)
    .select(({ ref }) => [
      ref('travel_tickets.id').as('id'),
      ref('travel_campaigns.nome').as('nome'),
      ref('travel_campaigns.inicio').as('inicio'),
      ref('travel_campaigns.fim').as('fim'),
      ref('travel_campaigns.evento_em').as('evento_em'),
      ref('travel_campaigns.timezone').as('timezone'),
    ])
    .orderBy('travel_campaigns.evento_em');
export type TicketRow = Awaited<ReturnType<ReturnType<typeof ticketsAround>['executeTakeFirstOrThrow']>>;

/** The next event that the owner of the tickets can enter today. @returns null without one */
export function eventOf(
  tickets: readonly Omit<TicketRow, 'id'>[],
  instant: string,
): { nome: string; evento_em: string } | null {
  for (const { nome, evento_em, ...days } of tickets) {
    if (evento_em === null) continue;
    const { from, until } = ticketWindow({ evento_em, ...days });
    if (from <= instant && instant < until) return { nome, evento_em };
  }
  return null;
}
