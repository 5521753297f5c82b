import { ADMIN_ACTION_ID } from '#lib/rules/people/roles.ts';
import type { Db } from '../../core/db/connection.ts';
import { personOf } from './person-rights.ts';

/**
 * Before somebody adds a unit: who opens all units of the school goes on doing so. Without it a right in each of its units
 * would end at the new one, and with it what only the whole school may do.
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
