import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/http/access.ts';
import { dueIn, filtered, leadsIn, scopeOf } from './queries.ts';

/**
 * How many contacts nobody has answered yet, and how many have a step that is due.
 *
 * @param today `YYYY-MM-DD` at the school
 * @param filter absent: all units in reach
 */
export async function countLeads(
  db: Db,
  reach: Reach,
  today: string,
  filter: Pick<Parameters<typeof filtered>[1], 'unidade' | 'sem_unidade' | 'q'> = {},
): Promise<{ novos: number; hoje: number }> {
  const scope = await scopeOf(db, reach);
  const [novos, hoje] = await Promise.all([
    countOf(filtered(leadsIn(db, scope), { ...filter, estado: 'novo' }, today)),
    countOf(dueIn(filtered(leadsIn(db, scope), filter, today), today)),
  ]);
  return { novos, hoje };
}

async function countOf(query: ReturnType<typeof leadsIn>): Promise<number> {
  const { many } = await query.select(({ fn }) => fn.countAll<number | string>().as('many')).executeTakeFirstOrThrow();
  return Number(many);
}
