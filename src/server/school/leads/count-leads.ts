import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/http/access.ts';
import { dueIn, filtered, leadsIn, scopeOf } from './queries.ts';

/**
 * The number of unanswered leads, of leads with a due step, and of leads with both.
 *
 * @param today `YYYY-MM-DD` at the school
 * @param filter absent: all units in reach
 */
export async function countLeads(
  db: Db,
  reach: Reach,
  today: string,
  filter: Pick<Parameters<typeof filtered>[1], 'unidade' | 'sem_unidade' | 'q'> = {},
): Promise<{ novos: number; hoje: number; ambos: number }> {
  const scope = await scopeOf(db, reach);
  const [all, due] = await Promise.all([
    countOf(filtered(leadsIn(db, scope), { ...filter, estado: 'novo' }, today)),
    countOf(dueIn(filtered(leadsIn(db, scope), filter, today), today)),
  ]);
  return { novos: all.many, hoje: due.many, ambos: due.novos };
}

async function countOf(query: ReturnType<typeof leadsIn>): Promise<{ many: number; novos: number }> {
  const { many, novos } = await query
    .select(({ fn }) => fn.countAll<number | string>().as('many'))
    .select(sql<number | string | null>`sum(case when leads.status = 'novo' then 1 else 0 end)`.as('novos'))
    .executeTakeFirstOrThrow();
  return { many: Number(many), novos: Number(novos ?? 0) };
}
