import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../db/connection.ts';

/** Units that visitors may talk to, by city and name. */
export const listUnits = (db: Db) =>
  db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'companies.telefone', 'companies.whatsapp'])
    .select(['schools.marca', 'schools.cidade', 'schools.uf'])
    .where('companies.id', '!=', BLOCKED_COMPANY_ID)
    .orderBy('schools.cidade')
    .orderBy('companies.nome')
    .execute();
