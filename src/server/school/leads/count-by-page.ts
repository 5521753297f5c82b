import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/http/access.ts';
import { leadsIn, scopeOf } from './queries.ts';

/** How many contacts in reach came by each promotional page. @param since ISO-8601 UTC */
export async function countByPage(db: Db, reach: Reach, since: string): Promise<ReadonlyMap<string, number>> {
  const rows = await leadsIn(db, await scopeOf(db, reach))
    .innerJoin('lead_events', 'lead_events.lead_id', 'leads.id')
    .where('lead_events.kind', '=', 'envio')
    .where('lead_events.created_at', '>=', since)
    .select(['leads.id', 'lead_events.pagina'])
    .distinct()
    .execute();
  const people = new Map<string, Set<number>>();
  for (const { id, pagina } of rows) {
    // Forms send the address of their page, links of a mail its name.
    const page = (pagina ?? '').replace(/^\//, '');
    people.set(page, (people.get(page) ?? new Set()).add(id));
  }
  return new Map([...people].map(([page, ids]) => [page, ids.size]));
}
