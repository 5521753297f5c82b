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

export function seedClock(now: Date, timeZone: string): SeedClock {
  // A cache: many students share the same few hours.
  const known = new Map<string, string>();
  const at = (day: string, hour: string) => {
    const key = `${day} ${hour}`;
    const instant = known.get(key) ?? instantIn(timeZone, day, hour);
    known.set(key, instant);
    return instant;
  };
  return { now, today: dayIn(timeZone, now), shift: shiftDay, at, weekday: weekdayOf };
}
