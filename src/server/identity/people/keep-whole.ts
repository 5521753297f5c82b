import { ADMIN_ACTION_ID } from '#lib/rules/people/roles.ts';
import type { Db } from '../../core/db/connection.ts';
import { personOf } from './person-rights.ts';

/**
 * Run before a unit is added: a person with rights in all units of the school gets them for the whole school. Otherwise the new
 * unit would be missing, and with it what requires rights in the whole school.
 */
export async function keepWhole(tx: Db, userId: number): Promise<void> {
  const { actionIds, rights } = await personOf(tx, userId);
  if (actionIds.has(ADMIN_ACTION_ID)) return;
  const rows = [...rights].flatMap(([direito, units]) =>
    (units ?? [null]).map((company_id) => ({ user_id: userId, direito, company_id })),
  );
  if (rows.length === 0) return;
  await tx.deleteFrom('staff_rights').where('user_id', '=', userId).execute();
  await tx.insertInto('staff_rights').values(rows).execute();
}
