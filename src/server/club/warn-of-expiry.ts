import { shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { notify } from '../inbox/notify.ts';

const AT_ONCE = 200;
/** Days before the last day, the later warning first. */
const WARNINGS = [7, 30] as const;

/** Warns members of points that expire in 30 and in 7 days: once each, also with several processes. */
export async function warnOfExpiry({ db, now, config }: School): Promise<void> {
  const at = now();
  const today = dayIn(config.SCHOOL_TIME_ZONE, at);
  for (const [index, days] of WARNINGS.entries()) {
    const after = index === 0 ? today : shiftDay(today, WARNINGS[index - 1] ?? 0);
    for (const due of await dueWarnings(db, days, after, shiftDay(today, days))) {
      await db.transaction().execute(async (tx) => {
        const isFirst = await tx
          .insertInto('point_warnings')
          .values({ user_id: due.user_id, expira_em: due.expira_em, dias_antes: days, criado_em: at.toISOString() })
          .onConflict((known) => known.doNothing())
          .returning('user_id')
          .executeTakeFirst();
        if (!isFirst) return;
        await notify(tx, at, {
          userId: due.user_id,
          kind: 'pontos_vencem',
          about: `${due.expira_em}:${days}`,
          params: { pontos: Number(due.pontos), ate: due.expira_em },
        });
      });
    }
  }
}

/** Points of members that expire within a span and have no warning yet. @param after not included */
const dueWarnings = (db: Db, days: number, after: string, until: string) =>
  db
    .selectFrom('point_lots')
    .innerJoin('users', 'users.id', 'point_lots.user_id')
    .select(({ fn }) => [
      'point_lots.user_id',
      'point_lots.expira_em',
      fn.sum<number | string>('point_lots.restante').as('pontos'),
    ])
    .where('users.is_club', '=', true)
    .where('point_lots.restante', '>', 0)
    .where('point_lots.expira_em', '>', after)
    .where('point_lots.expira_em', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('point_warnings')
            .select('point_warnings.user_id')
            .whereRef('point_warnings.user_id', '=', 'point_lots.user_id')
            .whereRef('point_warnings.expira_em', '=', 'point_lots.expira_em')
            .where('point_warnings.dias_antes', '=', days),
        ),
      ),
    )
    .groupBy(['point_lots.user_id', 'point_lots.expira_em'])
    .limit(AT_ONCE)
    .execute();
