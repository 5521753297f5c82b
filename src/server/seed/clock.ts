import { dayIn } from '#lib/rules/account/registration.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';

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
  // Made once: the load data set needs half a million instants.
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const shift = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  return {
    now,
    today: dayIn(timeZone, now),
    shift,
    at(day, hour) {
      const guess = new Date(`${day}T${hour}:00Z`);
      return new Date(guess.getTime() - offsetMs(guess, zone)).toISOString();
    },
    weekday: (day) => new Date(`${day}T12:00:00Z`).getUTCDay(),
  };
}

/** The zone's offset from UTC near an instant. */
function offsetMs(instant: Date, zone: Intl.DateTimeFormat): number {
  const name = zone.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
