import { formatTime } from '#lib/format/dates.ts';
import { dayIn } from '../account/registration.ts';

const asUtc = (day: string, clock: string) => Date.parse(`${day}T${clock}:00Z`);
const wallOf = (at: number, zone: string) => {
  const instant = new Date(at);
  return asUtc(dayIn(zone, instant), formatTime(instant.toISOString(), zone));
};

/**
 * The instant at which clocks of a zone show a day and a time. A time that the clocks skip becomes the one after the
 * skip.
 *
 * @param day `YYYY-MM-DD`
 * @param clock `HH:mm`
 * @returns ISO-8601 in UTC, or null if it is no day or no time
 */
export function instantAt(day: string, clock: string, zone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(clock)) return null;
  const wall = asUtc(day, clock);
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== day) return null;
  // The zone's shift depends on the instant, which is not known yet: the first guess may be on the other side of a
  // clock change.
  const guess = wall - (wallOf(wall, zone) - wall);
  const better = wall - (wallOf(guess, zone) - guess);
  const found = wallOf(better, zone) === wall ? better : Math.max(guess, better);
  return new Date(found).toISOString();
}

/** What clocks of a zone show at an instant. */
export const wallAt = (instant: string, zone: string): { day: string; clock: string } => ({
  day: dayIn(zone, new Date(instant)),
  clock: formatTime(instant, zone),
});
