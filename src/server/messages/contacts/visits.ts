import type { Db } from '../../core/db/connection.ts';

/** Max. visits in an answer. No unit has so many in a week. */
const MAX_VISITS = 200;

/**
 * The visits of prospects that a unit has agreed to, or that no unit of its brand has taken, by day and hour.
 *
 * @param from first day
 * @param until the day after the last
 */
export const visitsOfUnit = (db: Db, unitId: number, from: string, until: string) =>
  db
    .selectFrom('leads')
    .innerJoin('companies', (join) => join.on('companies.id', '=', unitId))
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['leads.id', 'leads.nome', 'leads.proximo_em as dia', 'leads.proximo_hora as hora'])
    .where((where) =>
      where.or([
        where('leads.unidade_id', '=', unitId),
        where.and([where('leads.unidade_id', 'is', null), where('leads.marca', '=', where.ref('schools.marca'))]),
      ]),
    )
    .where('leads.status', '=', 'visita_marcada')
    .where('leads.proximo_em', '>=', from)
    .where('leads.proximo_em', '<', until)
    .orderBy('leads.proximo_em')
    .orderBy(({ fn, val }) => fn.coalesce('leads.proximo_hora', val('9')))
    .orderBy('leads.id')
    .limit(MAX_VISITS)
    .execute();
