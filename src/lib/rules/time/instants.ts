import { isDay, mondayOf, shiftDay } from './days.ts';
import { DAY_MS, MINUTE_MS } from './spans.ts';
import { dayIn, walls } from './zones.ts';

// Apart from zones.ts: most pages show instants, and few read one.

/** What a zone shows at an instant, read as if it were UTC. Both in milliseconds, to the minute. */
const shownAt = (timeZone: string, at: number) => Date.parse(`${walls(timeZone).format(at).replace(' ', 'T')}Z`);

/** Years that zones know. Far from them a formatter writes years that nobody can read back. */
const [FIRST, LAST] = [Date.UTC(1900, 0), Date.UTC(9000, 0)];

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function aheadOfUtc(timeZone: string, instant: Date): number {
  const at = Math.floor(Math.min(Math.max(instant.getTime(), FIRST), LAST) / MINUTE_MS) * MINUTE_MS;
  return shownAt(timeZone, at) - at;
}

/**
 * The instant at which a zone shows a day and a time. Of a time that comes twice it is the first; a time that the clocks
 * skip becomes the one after the skip.
 *
 * @param day `YYYY-MM-DD`. @param clock `HH:mm`
 * @returns ISO-8601 in UTC
 */
export function instantIn(timeZone: string, day: string, clock: string): string {
  const wall = Date.parse(`${day}T${clock}:00Z`);
  // The zone's shift depends on the instant, which is not known yet. A day away it is that of before or after a change.
  const by = (near: number) => wall - aheadOfUtc(timeZone, new Date(near));
  const [before, after] = [by(wall - DAY_MS), by(wall + DAY_MS)];
  const isAfter = before !== after && shownAt(timeZone, before) !== wall && shownAt(timeZone, after) === wall;
  return new Date(isAfter ? after : before).toISOString();
}

/** The same; null if the texts are no day or no time. */
export const instantAt = (day: string, clock: string, timeZone: string): string | null =>
  isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? instantIn(timeZone, day, clock) : null;

/** The instant at which the week of `now` ends in a zone: the next Monday begins. */
export const endOfWeek = (timeZone: string, now: Date): string =>
  instantIn(timeZone, shiftDay(mondayOf(dayIn(timeZone, now)), 7), '00:00');
