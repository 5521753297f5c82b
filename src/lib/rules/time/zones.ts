const MINUTE_MS = 60_000;
const MAX_STORED = 500;

/** Caches the result for each key. */
function memoized<Key, Made>(make: (key: Key) => Made) {
  const all = new Map<Key, Made>();
  return (key: Key): Made => {
    const known = all.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (all.size >= MAX_STORED) all.clear();
    all.set(key, made);
    return made;
  };
}

/** Creates each zone’s formatter once: creating one takes a hundred times as long as using it. */
const eachZone = (options: Intl.DateTimeFormatOptions, locale: string) =>
  memoized((timeZone: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone }));

/** Formats a minute once: a page formats the same lessons and the current time again and again. */
function eachMinute(formatterOf: (timeZone: string) => Intl.DateTimeFormat) {
  const zones = memoized((zone: string) => memoized((minute: number) => formatterOf(zone).format(minute * MINUTE_MS)));
  return (timeZone: string, instant: Date): string => zones(timeZone)(Math.floor(instant.getTime() / MINUTE_MS));
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
// Swedish writes dates as ISO does.
const days = eachZone(day, 'sv-SE');
const dayAt = eachMinute(days);
const clockAt = eachMinute(eachZone(clock, 'sv-SE'));
/** Calendar and clocks at once. */
export const walls = eachZone({ ...day, ...clock }, 'sv-SE');
const weekdayAt = eachMinute(eachZone({ weekday: 'long' }, 'pt-BR'));

/** The calendar day of an instant in a zone, `YYYY-MM-DD`: such texts sort like days. */
export function dayIn(timeZone: string, instant: Date): string {
  const text = dayAt(timeZone, instant);
  // Before the year 1000 and after 9999 formatters write years that cannot be parsed, so the day in UTC is used.
  return text.length === 10 ? text : instant.toISOString().slice(0, -'T00:00:00.000Z'.length);
}

/** The month of an instant in a zone, `YYYY-MM`. */
export const monthIn = (timeZone: string, instant: string): string => dayIn(timeZone, new Date(instant)).slice(0, -3);

/** What clocks of a zone show at an instant, `HH:mm`. */
export const clockIn = (timeZone: string, instant: Date): string => clockAt(timeZone, instant);

/** The day of the week in Portuguese, such as `terça-feira`. */
export const weekdayIn = (timeZone: string, instant: Date): string => weekdayAt(timeZone, instant);

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

/** A zone by its name, or `fallback` if it is missing or not supported by the runtime. */
export const zoneOr = (zone: string | null | undefined, fallback: string): string =>
  zone && isTimeZone(zone) ? zone : fallback;
