import type { Selectable } from 'kysely';
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
