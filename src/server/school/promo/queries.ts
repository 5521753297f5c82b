import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { openUnits, unitCity, unitState } from '../../core/db/units.ts';

/** Units that visitors may talk to, by city and name. */
export const listUnits = (db: Db) =>
  db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'companies.telefone', 'companies.whatsapp'])
    .select(['schools.marca', unitCity.as('cidade'), unitState.as('uf')])
    .where('companies.id', '!=', BLOCKED_COMPANY_ID)
    .$call(openUnits)
    .orderBy(unitCity)
    .orderBy('companies.nome')
    .execute();
