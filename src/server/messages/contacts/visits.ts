import type { Db } from '../../core/db/connection.ts';

/** More than any unit shows in a week. */
const MAX_VISITS = 200;

/** The visits of prospects that a unit has agreed to, by day and hour. @param from first day @param until the day after the last */
export const visitsOfUnit = (db: Db, unitId: number, from: string, until: string) =>
  db
    .selectFrom('leads')
    .select(['id', 'nome', 'proximo_em as dia', 'proximo_hora as hora'])
    .where('unidade_id', '=', unitId)
    .where('status', '=', 'visita_marcada')
    .where('proximo_em', '>=', from)
    .where('proximo_em', '<', until)
    .orderBy('proximo_em')
    .orderBy(({ fn, val }) => fn.coalesce('proximo_hora', val('9')))
    .orderBy('id')
    .limit(MAX_VISITS)
    .execute();
