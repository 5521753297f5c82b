import type { Db } from '../../core/db/connection.ts';
import { campaignStatus } from './campaign-days.ts';
import { countsOf } from './queries.ts';

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
