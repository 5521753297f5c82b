import { isDay, mondayOf, shiftDay } from './days.ts';
import { DAY_MS, MINUTE_MS } from './spans.ts';
import { dayIn, walls } from './zones.ts';

// Separate from zones.ts, because most pages show instants, but few parse one.

/** The local time of a zone at an instant, read as if it were UTC. Both in milliseconds, to the minute. */
const shownAt = (timeZone: string, at: number) => Date.parse(`${walls(timeZone).format(at).replace(' ', 'T')}Z`);

/** The supported years. Beyond them formatters write years that cannot be parsed. */
const [FIRST, LAST] = [Date.UTC(1900, 0), Date.UTC(9000, 0)];

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function aheadOfUtc(timeZone: string, instant: Date): number {
  const at = Math.floor(Math.min(Math.max(instant.getTime(), FIRST), LAST) / MINUTE_MS) * MINUTE_MS;
  return shownAt(timeZone, at) - at;
}

/**
 * The instant of a local day and time in a zone. A time that occurs twice is the first one; a time that the clocks skip
 * becomes the one after the skip.
 *
 * @param day `YYYY-MM-DD`. @param clock `HH:mm`
 * @returns ISO-8601 in UTC
 */
export function instantIn(timeZone: string, day: string, clock: string): string {
  const wall = Date.parse(`${day}T${clock}:00Z`);
  // The offset depends on the unknown instant. One day before and after, it is the offset before and after a clock
  // change.
  const by = (near: number) => wall - aheadOfUtc(timeZone, new Date(near));
  const [before, after] = [by(wall - DAY_MS), by(wall + DAY_MS)];
  const isAfter = before !== after && shownAt(timeZone, before) !== wall && shownAt(timeZone, after) === wall;
  return new Date(isAfter ? after : before).toISOString();
}

/** The same; null for an invalid day or time. */
export const instantAt = (day: string, clock: string, timeZone: string): string | null =>
  isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? instantIn(timeZone, day, clock) : null;

/** The instant at which the week of `now` ends in a zone: the next Monday begins. */
export const endOfWeek = (timeZone: string, now: Date): string =>
  instantIn(timeZone, shiftDay(mondayOf(dayIn(timeZone, now)), 7), '00:00');
