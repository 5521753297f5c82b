import { sql } from 'kysely';
import { shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import type { School } from '../core/http/ctx.ts';
import type { Span } from '../messages/inbox/marks.ts';
import { type NoticeEvent, notifyAll } from '../messages/inbox/notify.ts';
import { isAfter, type Source, tellEvents } from '../messages/inbox/tell-events.ts';

const AT_ONCE = 300;

interface Warning extends NoticeEvent<'pontos_vencem'> {
  expira_em: string;
}

/** Warns members of points that expire in 30 and in 7 days: once each, also with several processes. */
export async function warnOfExpiry(school: School): Promise<void> {
  for (const each of warnings) await tellEvents(school, each);
}

/** @param days before the last day; the warning is late when `after` days are left. */
const warning = (days: number, after: number): Source<Warning> => {
  const spanOf = ({ config }: School, until: string) => {
    const today = dayIn(config.SCHOOL_TIME_ZONE, new Date(until));
    return { after: shiftDay(today, after), until: shiftDay(today, days) };
  };
  return {
    kind: 'pontos_vencem',
    atOnce: AT_ONCE,
    next: (school, { until }, place) =>
      ending(school.db, spanOf(school, until))
        .select(['user_id as id', 'expira_em as at'])
        .distinct()
        .where(isAfter('expira_em', 'user_id', place))
        .orderBy('expira_em')
        .orderBy('user_id')
        .limit(AT_ONCE)
        .execute(),
    find: async (school, { until }, ids) => {
      const rows = await unwarned(ending(school.db, spanOf(school, until)), days, ids).execute();
      return rows.map(({ user_id, expira_em, pontos }) => ({
        userId: user_id,
        kind: 'pontos_vencem',
        about: `${expira_em}:${days}`,
        params: { pontos: Number(pontos), ate: expira_em },
        expira_em,
      }));
    },
    write: async (tx, at, events) => {
      const criado_em = at.toISOString();
      const first = await tx
        .insertInto('point_warnings')
        .values(events.map(({ userId, expira_em }) => ({ user_id: userId, expira_em, dias_antes: days, criado_em })))
        .onConflict((known) => known.doNothing())
        .returning(['user_id', 'expira_em'])
        .execute();
      const isFirst = (event: Warning) =>
        first.some(({ user_id, expira_em }) => user_id === event.userId && expira_em === event.expira_em);
      await notifyAll(tx, at, events.filter(isFirst));
    },
  };
};

const warnings = [warning(7, 0), warning(30, 7)];

/** Lots with points that expire within a span of days. @param span `after` is not included */
const ending = (db: Db, { after, until }: Span) =>
  db
    .selectFrom('point_lots')
    .where('restante', '>', sql.lit(0))
    .where('expira_em', '>', after)
    .where('expira_em', '<=', until);

/** Members of these who have no warning yet, with their points by the last day. */
const unwarned = (lots: ReturnType<typeof ending>, days: number, ids: readonly number[]) =>
  lots
    .innerJoin('users', 'users.id', 'point_lots.user_id')
    .select(({ fn }) => [
      'point_lots.user_id',
      'point_lots.expira_em',
      fn.sum<number | string>('point_lots.restante').as('pontos'),
    ])
    .where('point_lots.user_id', 'in', ids)
    .where('users.is_club', '=', true)
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
    .orderBy('point_lots.expira_em')
    .orderBy('point_lots.user_id');
