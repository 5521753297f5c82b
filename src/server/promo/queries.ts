import type { Selectable } from 'kysely';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';

type LeadRow = Selectable<Schema['leads']>;

/** Stores a lead, once a day per telephone and page. A later try may name the unit that the first one left open. */
export function keepLead(db: Db, lead: Omit<LeadRow, 'id'>): Promise<Pick<LeadRow, 'id' | 'unidade_id'>> {
  return db
    .insertInto('leads')
    .values(lead)
    .onConflict((known) =>
      known.columns(['telefone', 'pagina', 'dia']).doUpdateSet((row) => ({
        unidade_id: row.fn.coalesce('leads.unidade_id', 'excluded.unidade_id'),
      })),
    )
    .returning(['id', 'unidade_id'])
    .executeTakeFirstOrThrow();
}

/** Units that visitors may talk to, by city and name. */
export const listUnits = (db: Db) =>
  db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.nome', 'companies.telefone', 'companies.whatsapp'])
    .select(['schools.marca', 'schools.cidade', 'schools.uf'])
    .where('companies.id', '!=', BLOCKED_COMPANY_ID)
    .orderBy('schools.cidade')
    .orderBy('companies.nome')
    .execute();
