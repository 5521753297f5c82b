import { addMonths, shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { dayIn, wallAt } from '#lib/rules/time/zones.ts';

type Repeat = 'diaria' | 'semanal' | 'mensal';

/** The longest interval of each rule, in days. */
const MAX_DAYS = { diaria: 1, semanal: 7, mensal: 31 } as const;

/**
 * The next time after `after`, by the clock of a zone: 8 o'clock stays 8 o'clock when clocks change. In a month without
 * the day of the first time it is the last day; later months use the day again.
 *
 * @param first the first time
 * @param until the last possible day in the zone, `YYYY-MM-DD`; null: no end
 * @returns null if there is no further time.
 */
export function nextTime(
  { first, repeat, until, zone }: { first: Date; repeat: Repeat; until: string | null; zone: string },
  after: Date,
): Date | null {
  const { day, clock } = wallAt(first.toISOString(), zone);
  const timeOf = (count: number) => {
    const then = repeat === 'mensal' ? addMonths(day, count) : shiftDay(day, count * MAX_DAYS[repeat]);
    return new Date(Date.parse(instantIn(zone, then, clock)) + (first.getTime() % MINUTE_MS));
  };
  // Months and days with clock changes differ in length: start below and count up.
  const least = Math.floor((after.getTime() - first.getTime()) / (MAX_DAYS[repeat] * DAY_MS)) - 1;
  let count = Math.max(1, least);
  while (timeOf(count) <= after) count += 1;
  const next = timeOf(count);
  return until !== null && dayIn(zone, next) > until ? null : next;
}
