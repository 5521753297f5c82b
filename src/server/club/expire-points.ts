import { sql } from 'kysely';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { inBatches } from '../core/db/in-batches.ts';
import type { School } from '../core/http/ctx.ts';
import { isAfter, type Place, START } from '../messages/inbox/look.ts';
import { lockAccount, movePoints } from './points.ts';

const EXPIRED_AT_ONCE = 200;
/** People in one transaction. */
const BATCH = 5;

/**
 * Removes points after their last day: one entry per person and day, also with several processes. The remaining points are
 * counted under the account's lock, because the member may spend points meanwhile.
 */
export async function expirePoints({ db, now, config, log }: School): Promise<void> {
  const at = now();
  const today = dayIn(config.SCHOOL_TIME_ZONE, at);
  const tried = new Set<number>();
  let expired = 0;
  // Continues after the last place, since lots whose expiry failed would otherwise stay first.
  for (let place: Place | undefined = START; place && expired < EXPIRED_AT_ONCE; ) {
    const lots = await expiredLots(db, today, place);
    // A fixed order, so that two processes do not deadlock.
    const ids = [...new Set(lots.map(({ id }) => id))].filter((id) => !tried.has(id)).toSorted((a, b) => a - b);
    for (const id of ids) tried.add(id);
    expired += await inBatches(log, ids, { job: 'expirePoints', size: BATCH, idOf: (id) => id }, (some) =>
      db.transaction().execute(async (tx) => {
        for (const userId of some) await expire(tx, userId, today, at);
      }),
    );
    place = lots.length < EXPIRED_AT_ONCE ? undefined : lots.at(-1);
  }
}

/** Days and people of expired lots after a place, the oldest first. */
const expiredLots = (db: Db, today: string, place: Place): Promise<Place[]> =>
  db
    .selectFrom('point_lots')
    .select(['user_id as id', 'expira_em as at'])
    .distinct()
    .where('restante', '>', sql.lit(0))
    .where('expira_em', '<', today)
    .where(isAfter('expira_em', 'user_id', place))
    .orderBy('expira_em')
    .orderBy('user_id')
    .limit(EXPIRED_AT_ONCE)
    .execute();

async function expire(tx: Db, userId: number, today: string, at: Date): Promise<void> {
  await lockAccount(tx, userId);
  const { pontos } = await tx
    .selectFrom('point_lots')
    .select(({ fn }) => fn.sum<number | string | null>('restante').as('pontos'))
    .where('user_id', '=', userId)
    .where('restante', '>', sql.lit(0))
    .where('expira_em', '<', today)
    .executeTakeFirstOrThrow();
  if (!Number(pontos)) return;
  // Lots that expire first are used first, so this takes exactly these.
  await movePoints(tx, {
    userId,
    pontos: -Number(pontos),
    origem: 'expiracao',
    descricao: 'Pontos vencidos',
    contra: 'expiracao',
    chave: `expiracao:${today}:user:${userId}`,
    at,
  });
}
