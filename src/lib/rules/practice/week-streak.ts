import type { Goal } from '#lib/contract/practice.schema.ts';
import { mondayOf, shiftDay } from '../time/days.ts';

/**
 * How many weeks in a row reached the goal. The current week does not break the streak: it counts once it reaches the
 * goal.
 *
 * @param days of study, each once, in any order
 * @param week `semana`: the Monday of the current week; `meta`: days a week
 */
export function weeksInARow(days: readonly string[], { semana, meta }: { semana: string; meta: number }): number {
  const studied = new Map<string, number>();
  for (const day of days) studied.set(mondayOf(day), (studied.get(mondayOf(day)) ?? 0) + 1);
  const isReached = (monday: string) => (studied.get(monday) ?? 0) >= meta;
  let weeks = isReached(semana) ? 1 : 0;
  for (let monday = shiftDay(semana, -7); isReached(monday); monday = shiftDay(monday, -7)) weeks++;
  return weeks;
}

/**
 * The week after a practice session on this day: the day counts, and so does the streak if the week reaches the goal.
 */
export function studiedOn(week: Goal, today: string): Goal {
  if (week.dias.includes(today)) return week;
  const feitos = week.feitos + 1;
  const semanas_seguidas = week.semanas_seguidas + (feitos === week.meta ? 1 : 0);
  return { ...week, feitos, semanas_seguidas, dias: [...week.dias, today] };
}
