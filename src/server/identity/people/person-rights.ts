import type { Rights } from '#lib/rules/people/rights.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import { readRights } from '../auth/read-rights.ts';

interface PersonRights {
  userId: number;
  companyId: number | null;
  actionIds: ReadonlySet<number>;
  rights: Rights;
}

/** A person's actions and rights, as in a session of that person. */
export async function personOf(db: Db, userId: number): Promise<PersonRights> {
  const rows = await people(db)
    .leftJoin('user_actions', 'user_actions.user_id', 'users.id')
    .select(['drive_users.company_id', 'user_actions.action_id'])
    .where('users.id', '=', userId)
    .execute();
  const companyId = rows[0]?.company_id ?? null;
  const actionIds = new Set(rows.flatMap(({ action_id }) => (action_id === null ? [] : [action_id])));
  return { userId, companyId, actionIds, rights: await readRights(db, { userId, actionIds, companyId }) };
}
