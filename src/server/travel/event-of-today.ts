import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import { ticketWindow } from './campaign-days.ts';

/** The next event whose doors let the user in today, while one of the user's tickets is good. @returns null without one */
export async function eventOf(db: Db, userId: number, now: Date): Promise<{ nome: string; evento_em: string } | null> {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  for (const { nome, evento_em, ...days } of await ticketsAround(db, userId, at(-2), at(2))) {
    if (evento_em === null) continue;
    const { from, until } = ticketWindow({ evento_em, ...days });
    if (from <= at(0) && at(0) < until) return { nome, evento_em };
  }
  return null;
}

const ticketsAround = prepared((db, userId: number, from: string, until: string) =>
  db
    .selectFrom('travel_tickets')
    .innerJoin('travel_campaigns', 'travel_campaigns.id', 'travel_tickets.campaign_id')
    .where('travel_tickets.user_id', '=', userId)
    .where('travel_tickets.cancelado_em', 'is', null)
    .where('travel_tickets.usado_em', 'is', null)
    .where('travel_campaigns.evento_em', '>=', from)
    .where('travel_campaigns.evento_em', '<=', until)
    .select(({ ref }) => [
      ref('travel_campaigns.nome').as('nome'),
      ref('travel_campaigns.inicio').as('inicio'),
      ref('travel_campaigns.fim').as('fim'),
      ref('travel_campaigns.evento_em').as('evento_em'),
      ref('travel_campaigns.timezone').as('timezone'),
    ])
    .orderBy('travel_campaigns.evento_em'),
);
