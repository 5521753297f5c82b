import type { Db } from '../../core/db/connection.ts';
import { listed, type Reach } from '../../core/db/reach.ts';
import { studentsIn } from './queries.ts';

/** How many students whose course goes on each unit in reach has, as the list of students counts them. */
export async function countByUnit(db: Db, reach: Reach): Promise<ReadonlyMap<number, number>> {
  const { units } = reach;
  const rows = await studentsIn(db, reach)
    // PostgreSQL does not conclude from the units which enrolments they have.
    .$if(units !== null, (query) => query.where('drive_users.company_id', 'in', listed(units ?? [])))
    .where('drive_users.encerrado_em', 'is', null)
    .select(['companies.id', ({ fn }) => fn.countAll<number | string>().as('many')])
    .groupBy('companies.id')
    .execute();
  return new Map(rows.map(({ id, many }) => [id, Number(many)]));
}
