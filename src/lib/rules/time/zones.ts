import { isDay } from './days.ts';
import { DAY_MS, MINUTE_MS } from './spans.ts';

/** Makes the formatter of each zone once: making one takes a hundred times as long as using it. */
function eachZone(options: Intl.DateTimeFormatOptions, locale: string) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const known = made.get(timeZone);
    if (known) return known;
    const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(timeZone, formatter);
    return formatter;
  };
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
// Swedish writes dates as ISO does.
const days = eachZone(day, 'sv-SE');
const clocks = eachZone(clock, 'sv-SE');
const walls = eachZone({ ...day, ...clock }, 'sv-SE');
const weekdays = eachZone({ weekday: 'long' }, 'pt-BR');

/** The calendar day of an instant in a zone, `YYYY-MM-DD`: such texts sort like days. */
export const dayIn = (timeZone: string, instant: Date): string => days(timeZone).format(instant);

/** What clocks of a zone show at an instant, `HH:mm`. */
export const clockIn = (timeZone: string, instant: Date): string => clocks(timeZone).format(instant);

/** The day of the week in Portuguese, such as `terça-feira`. */
export const weekdayIn = (timeZone: string, instant: Date): string => weekdays(timeZone).format(instant);

/** What calendar and clocks of a zone show at an instant. */
export const wallAt = (instant: string, timeZone: string): { day: string; clock: string } => ({
  day: dayIn(timeZone, new Date(instant)),
  clock: clockIn(timeZone, new Date(instant)),
});

/** Whether the runtime knows a zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    days(name);
    return true;
  } catch {
    return false;
  }
}

/** A zone by its name, or `fallback` without a name or if the runtime does not know it. */
export const zoneOr = (zone: string | null | undefined, fallback: string): string =>
  zone && isTimeZone(zone) ? zone : fallback;

/** What a zone shows at an instant, read as if it were UTC. Both in milliseconds, to the minute. */
const shownAt = (timeZone: string, at: number) => Date.parse(`${walls(timeZone).format(at).replace(' ', 'T')}Z`);

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export const aheadOfUtc = (timeZone: string, instant: Date): number =>
  shownAt(timeZone, instant.getTime()) - Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS;

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
