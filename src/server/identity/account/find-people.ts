import type { Found } from '#lib/contract/panel.schema.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/db/reach.ts';
import { searchUsers } from './queries.ts';

/** People by what `PeopleFilter.q` says, for the search of the panel. */
export async function findPeople(db: Db, reach: Reach, q: string, limit: number): Promise<Found[]> {
  const { items } = await searchUsers(db, { q, reach, limit, offset: 0 });
  return items.map(({ id, full_name, email, school_name }) => ({
    tipo: 'pessoa',
    id,
    titulo: full_name,
    detalhe: [email, school_name].filter(Boolean).join(' · '),
    path: routes.manager.person(id),
  }));
}
