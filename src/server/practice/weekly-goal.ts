import { weeksInARow } from '#lib/rules/practice/week-streak.ts';
import { mondayOf, shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { zoneOf } from '../db/people.ts';
import { prepared, preparedOne } from '../db/prepared.ts';
import type { Ctx } from '../http/ctx.ts';

/** The goal until the user chooses one. */
const USUAL_DAYS = 3;

/** Longer rows of weeks count as this many. */
const MAX_WEEKS = 26;

const goalOf = preparedOne((db, userId: number) =>
  db.selectFrom('metas_semanais').where('user_id', '=', userId).select('dias_por_semana'),
);
const daysOf = prepared((db, userId: number, from: string) =>
  db.selectFrom('dias_de_estudo').where('user_id', '=', userId).where('dia', '>=', from).select('dia'),
);

/** The user's study days of this week, from Monday in the school's calendar, the goal, and the weeks that reached it. */
export async function readGoal({ db, session, now, config }: Ctx) {
  const zone = await zoneOf(db, config, session.userId);
  const semana = mondayOf(dayIn(zone, now()));
  const first = shiftDay(semana, -7 * MAX_WEEKS);
  const [goal, days] = await Promise.all([goalOf(db, session.userId), daysOf(db, session.userId, first)]);
  const meta = goal?.dias_por_semana ?? USUAL_DAYS;
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
