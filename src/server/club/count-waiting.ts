import { sql } from 'kysely';
import type { Db } from '../core/db/connection.ts';
import { withUnit } from '../core/db/people.ts';
import { type Reach, within } from '../core/db/reach.ts';
import { PENDING_REFERRALS } from './queries.ts';

/**
 * A redemption that the school has to do something for, as a condition over `redemptions`. A discount goes on the next bill
 * by itself. The partial index of what waits wants literals.
 */
export const isToDeliver = sql<boolean>`(redemptions.status in ('solicitado', 'aprovado', 'pronto')
  and redemptions.desconto_centavos is null)`;

/** Redemptions that the school has to hand over. */
export async function countRedemptions(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('redemptions')
    .innerJoin('users', 'users.id', 'redemptions.user_id')
    .$call(withUnit)
    .$call(within(reach))
    .where(isToDeliver)
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
