import type { Db } from '../../core/db/connection.ts';
import { ticketWindow } from './campaign-days.ts';

/** The campaigns of a user's good tickets, around an instant. @param before, after: two days before and after it */
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
      ref('travel_campaigns.nome').as('nome'),
      ref('travel_campaigns.inicio').as('inicio'),
      ref('travel_campaigns.fim').as('fim'),
      ref('travel_campaigns.evento_em').as('evento_em'),
      ref('travel_campaigns.timezone').as('timezone'),
    ])
    .orderBy('travel_campaigns.evento_em');
type Ticket = Awaited<ReturnType<ReturnType<typeof ticketsAround>['executeTakeFirstOrThrow']>>;

/** The next event whose doors let the owner of the tickets in today. @returns null without one */
export function eventOf(tickets: readonly Ticket[], instant: string): { nome: string; evento_em: string } | null {
  for (const { nome, evento_em, ...days } of tickets) {
    if (evento_em === null) continue;
    const { from, until } = ticketWindow({ evento_em, ...days });
    if (from <= instant && instant < until) return { nome, evento_em };
  }
  return null;
}
