import type { SelectQueryBuilder } from 'kysely';
import { MAX_COUNTED } from '#lib/rules/lists/list-query.ts';
import type { Db } from './connection.ts';

/**
 * The number of rows of a query: exact up to `MAX_COUNTED`, and above it only enough to show whether another page follows. So no
 * list counts a whole school.
 */
export async function countUpTo<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: { limit: number; offset: number },
): Promise<number> {
  const max = Math.max(MAX_COUNTED, offset + limit) + 1;
  const rows = query
    .clearSelect()
    .select(({ lit }) => lit(1).as('one'))
    .limit(max);
  const { total } = await db
    .selectFrom((rows as unknown as SelectQueryBuilder<object, never, { one: 1 }>).as('counted'))
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The number of rows in each state, for the filters of a list. @param rows one row for each state, with its `count(*)` */
export const countsOf = (rows: readonly { status: string | number; many: number | string }[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ status, many }) => [status, Number(many)]));
