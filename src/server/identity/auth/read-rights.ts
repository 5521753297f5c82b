import { type Rights, rightsOf } from '#lib/rules/people/rights.ts';
import { MANAGER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';

/** No unit has this number. */
const NO_UNIT = 0;
/** The stored rights of a person, and the units of the person's school. */
const readParts = preparedParts((db, userId: number, companyId: number) => ({
  rows: db.selectFrom('staff_rights').select(['direito', 'company_id']).where('user_id', '=', userId),
  units: db
    .selectFrom('companies as own')
    .innerJoin('companies', 'companies.escola_id', 'own.escola_id')
    .select('companies.id')
    .where('own.id', '=', companyId)
    .where('companies.id', '<>', BLOCKED_COMPANY_ID),
}));

interface Person {
  userId: number;
  actionIds: ReadonlySet<number>;
  companyId: number | null;
}

/** The rights of a person. For students it makes no query. */
export async function readRights(db: Db, { userId, actionIds, companyId }: Person): Promise<Rights> {
  const isStaff = actionIds.has(MANAGER_ACTION_ID);
  const { rows, units } = isStaff ? await readParts(db, userId, companyId ?? NO_UNIT) : { rows: [], units: [] };
  return rightsOf({ actionIds, companyId, rows, schoolUnits: units.map(({ id }) => id) });
}
