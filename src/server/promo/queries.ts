import type { Selectable } from 'kysely';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';

type LeadRow = Selectable<Schema['leads']>;

/** Stores a lead, once a day per telephone and page. @returns the id of the stored one. */
export async function keepLead(db: Db, lead: Omit<LeadRow, 'id'>): Promise<number> {
  const made = await db
    .insertInto('leads')
    .values(lead)
    .onConflict((known) => known.columns(['telefone', 'pagina', 'dia']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return made.id;
  const { id } = await db
    .selectFrom('leads')
    .select('id')
    .where('telefone', '=', lead.telefone)
    .where('pagina', '=', lead.pagina)
    .where('dia', '=', lead.dia)
    .executeTakeFirstOrThrow();
  return id;
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
