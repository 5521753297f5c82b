import { weeksInARow } from '#lib/rules/practice/week-streak.ts';
import { mondayOf, shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import type { Ctx } from '../../core/http/ctx.ts';

/** The default goal. */
const USUAL_DAYS = 3;

/** The maximum streak in weeks. */
const MAX_WEEKS = 26;

/** The rows for `presentGoal`. @param from the first day of the streak: see `firstDayOf` */
export const goalParts = (db: Db, userId: number, from: string) => ({
  goal: db.selectFrom('metas_semanais').where('user_id', '=', userId).select('dias_por_semana'),
  days: db.selectFrom('dias_de_estudo').where('user_id', '=', userId).where('dia', '>=', from).select('dia'),
});
const readParts = preparedParts(goalParts);

/** The first day of this week in the school's calendar, `YYYY-MM-DD`. */
export const mondayIn = ({ session, now }: Pick<Ctx, 'session' | 'now'>) => mondayOf(dayIn(session.timeZone, now()));
/** The first day of the longest possible streak, `YYYY-MM-DD`. @param semana the Monday of this week */
export const firstDayOf = (semana: string) => shiftDay(semana, -7 * MAX_WEEKS);

/** The user's study days of this week, from Monday in the school's calendar, the goal, and the weeks that reached it. */
export async function readGoal(ctx: Ctx) {
  const semana = mondayIn(ctx);
  return presentGoal(semana, await readParts(ctx.db, ctx.session.userId, firstDayOf(semana)));
}

type GoalParts = Awaited<ReturnType<typeof readParts>>;

/** The goal of a week from its rows. */
export function presentGoal(semana: string, { goal, days }: GoalParts) {
  const meta = goal[0]?.dias_por_semana ?? USUAL_DAYS;
  const dias = days.flatMap(({ dia }) => (dia >= semana ? dia : [])).toSorted();
  const semanas_seguidas = weeksInARow(
    days.map(({ dia }) => dia),
    { meta, semana },
  );
  return { feitos: dias.length, meta, semana, dias, semanas_seguidas };
}

export async function saveGoal(ctx: Ctx, dias_por_semana: number) {
  await ctx.db
    .insertInto('metas_semanais')
    .values({ user_id: ctx.session.userId, dias_por_semana })
    .onConflict((known) => known.column('user_id').doUpdateSet({ dias_por_semana }))
    .execute();
  return readGoal(ctx);
}

/** Marks the days of some instants, in the school's zone, as study days of the user. */
export async function markStudyDays(db: Db, userId: number, moments: readonly string[], zone: string): Promise<void> {
  const days = [...new Set(moments.map((moment) => dayIn(zone, new Date(moment))))];
  if (days.length === 0) return;
  await db
    .insertInto('dias_de_estudo')
    .values(days.map((dia) => ({ user_id: userId, dia })))
    .onConflict((known) => known.columns(['user_id', 'dia']).doNothing())
    .execute();
}
