import type { Right } from '#lib/rules/people/rights.ts';
import { MANAGER_ACTION_ID } from '#lib/rules/people/roles.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { readRights } from '../../identity/auth/read-rights.ts';

/**
 * Staff of a unit's school who hold a right at the unit, by name.
 *
 * @param isWhole only those who hold it in the whole school
 */
export async function staffWith(
  db: Db,
  right: Right,
  unitId: number,
  isWhole = false,
): Promise<{ id: number; full_name: string }[]> {
  const staff = await enrolled(db)
    .innerJoin('companies as home', 'home.escola_id', 'companies.escola_id')
    .select(['users.id', 'users.full_name', 'drive_users.company_id'])
    .where('home.id', '=', unitId)
    .where('users.is_blocked', '=', false)
    .where('users.id', 'in', ({ selectFrom }) =>
      selectFrom('user_actions').select('user_actions.user_id').where('user_actions.action_id', '=', MANAGER_ACTION_ID),
    )
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute();
  const holders: { id: number; full_name: string }[] = [];
  for (const { id, full_name, company_id } of staff) {
    const actions = await db.selectFrom('user_actions').select('action_id').where('user_id', '=', id).execute();
    const actionIds = new Set(actions.map(({ action_id }) => action_id));
    const units = (await readRights(db, { userId: id, actionIds, companyId: company_id })).get(right);
    if (units === null || (!isWhole && units?.includes(unitId))) holders.push({ id, full_name });
  }
  return holders;
}
