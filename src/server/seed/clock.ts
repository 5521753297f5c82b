import { shiftDay, weekdayOf } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';

/** Days and hours of the school, relative to the day of seeding. */
export interface SeedClock {
  /** `YYYY-MM-DD`. */
  today: string;
  now: Date;
  /** The day some days later. */
  shift(day: string, days: number): string;
  /** The instant of an hour `HH:mm` at the school, as ISO-8601 UTC. */
  at(day: string, hour: string): string;
  /** 0 is Sunday. */
  weekday(day: string): number;
}

export const seedClock = (now: Date, timeZone: string): SeedClock => ({
  now,
  today: dayIn(timeZone, now),
  shift: shiftDay,
  at: (day, hour) => instantIn(timeZone, day, hour),
  weekday: weekdayOf,
});
