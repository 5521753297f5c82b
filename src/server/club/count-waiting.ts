import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { withUnit } from '../db/people.ts';
import { type Reach, within } from '../db/reach.ts';
import { PENDING_REFERRALS } from './queries.ts';

/** Written into the query: the partial index of what waits wants literals. */
const OPEN = ['solicitado', 'aprovado', 'pronto'] as const;

/** Redemptions that the school has not handed over yet. */
export async function countRedemptions(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('redemptions')
    .innerJoin('users', 'users.id', 'redemptions.user_id')
    .$call(withUnit)
    .$call(within(reach))
    .where(
      'redemptions.status',
      'in',
      OPEN.map((each) => sql.lit(each)),
    )
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Referrals whose friend may still enrol. */
export async function countReferrals(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referrals.user_id')
    .$call(withUnit)
    .$call(within(reach))
    .where(
      'referrals.status',
      'in',
      PENDING_REFERRALS.map((each) => sql.lit(each)),
    )
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
