import { sql } from 'kysely';
import { shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import type { School } from '../core/http/ctx.ts';
import type { Span } from '../messages/inbox/look.ts';
import { isAfter, lookForEvents, type Source } from '../messages/inbox/look.ts';
import { type NoticeEvent, notifyAll } from '../messages/inbox/notify.ts';

interface Movement {
  id: number;
  user_id: number;
  pontos: number;
  criado_em: string;
}

/** Most debits use one or two lots. */
const AT_ONCE = 50;

/** Opens the lots of a credit. */
export async function fillLots(
  tx: Db,
  { id, user_id, criado_em }: Movement,
  parts: readonly { pontos: number; expira_em: string }[],
): Promise<void> {
  await tx
    .insertInto('point_lots')
    .values(
      parts.map(({ pontos, expira_em }) => ({
        ...{ entry_id: id, user_id, pontos, restante: pontos, expira_em },
        created_at: criado_em,
      })),
    )
    .execute();
}

/**
 * Takes a debit's points from open lots, the earliest to expire first. The caller has locked the member's account.
 *
 * @param first the credit whose own lots are used before all others.
 */
export async function takeFromLots(tx: Db, debit: Movement, first?: number): Promise<void> {
  let missing = -debit.pontos;
  if (first !== undefined) missing = await takeFrom(tx, debit.id, missing, await openLots(tx, debit.user_id, first));
  while (missing > 0) {
    const lots = await openLots(tx, debit.user_id);
    if (lots.length === 0) throw new Error(`The lots of user ${debit.user_id} hold less than the balance`);
    missing = await takeFrom(tx, debit.id, missing, lots);
  }
}

const openLots = (tx: Db, userId: number, entryId?: number) => {
  const query = tx
    .selectFrom('point_lots')
    .select(['id', 'restante'])
    .where('user_id', '=', userId)
    .where('restante', '>', sql.lit(0))
    .orderBy('expira_em')
    .orderBy('id')
    .limit(AT_ONCE);
  return (entryId === undefined ? query : query.where('entry_id', '=', entryId)).execute();
};

async function takeFrom(tx: Db, entry_id: number, points: number, lots: { id: number; restante: number }[]) {
  let missing = points;
  for (const { id, restante } of lots) {
    if (missing === 0) break;
    const pontos = Math.min(missing, restante);
    await tx
      .updateTable('point_lots')
      .set((eb) => ({ restante: eb('restante', '-', pontos) }))
      .where('id', '=', id)
      .execute();
    await tx.insertInto('point_lot_uses').values({ entry_id, lot_id: id, pontos }).execute();
    missing -= pontos;
  }
  return missing;
}

/**
 * The points of a debit, by the last day of their lots. Returned points keep that day, but are valid at least until `atLeast`.
 */
export async function takenBy(tx: Db, entryId: number, atLeast: string) {
  const uses = await tx
    .selectFrom('point_lot_uses')
    .innerJoin('point_lots', 'point_lots.id', 'point_lot_uses.lot_id')
    .select(['point_lot_uses.pontos', 'point_lots.expira_em'])
    .where('point_lot_uses.entry_id', '=', entryId)
    .execute();
  const parts = new Map<string, number>();
  for (const { pontos, expira_em } of uses) {
    const day = expira_em < atLeast ? atLeast : expira_em;
    parts.set(day, (parts.get(day) ?? 0) + pontos);
  }
  return [...parts].map(([expira_em, pontos]) => ({ expira_em, pontos }));
}

const WARNED_AT_ONCE = 300;

interface Warning extends NoticeEvent<'pontos_vencem'> {
  expira_em: string;
}

/** Warns members of points that expire in 30 and in 7 days: once each, also with several processes. */
export async function warnOfExpiry(school: School): Promise<void> {
  for (const each of warnings) await lookForEvents(school, each);
}

/** @param days before the last day; below `after` days left, the warning is no longer sent. */
const warning = (days: number, after: number): Source<Warning> => {
  const spanOf = ({ config }: School, until: string) => {
    const today = dayIn(config.SCHOOL_TIME_ZONE, new Date(until));
    return { after: shiftDay(today, after), until: shiftDay(today, days) };
  };
  return {
    kind: 'pontos_vencem',
    atOnce: WARNED_AT_ONCE,
    next: (school, { until }, place) =>
      ending(school.db, spanOf(school, until))
        .select(['user_id as id', 'expira_em as at'])
        .distinct()
        .where(isAfter('expira_em', 'user_id', place))
        .orderBy('expira_em')
        .orderBy('user_id')
        .limit(WARNED_AT_ONCE)
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
      const created_at = at.toISOString();
      const first = await tx
        .insertInto('point_warnings')
        .values(events.map(({ userId, expira_em }) => ({ user_id: userId, expira_em, dias_antes: days, created_at })))
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

/** Members among `ids` without a warning yet, with their points by the last day. */
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
