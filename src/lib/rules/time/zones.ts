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

const MINUTE_MS = 60_000;
/** Before this a zone could be seconds away from a whole minute. */
const WHOLE_MINUTES = Date.UTC(1973, 0);
const MAX_KEPT = 500;

/** Keeps what a formatter wrote for a minute: a page asks of the same lessons and of the present again and again. */
function eachMinute(formatterOf: (timeZone: string) => Intl.DateTimeFormat) {
  const zones = new Map<string, Map<number, string>>();
  return (timeZone: string, instant: Date): string => {
    const at = instant.getTime();
    // Also an instant that is none: the formatter says so.
    if (!(at > WHOLE_MINUTES)) return formatterOf(timeZone).format(instant);
    const known = zones.get(timeZone) ?? new Map<number, string>();
    const minute = Math.floor(at / MINUTE_MS);
    const text = known.get(minute) ?? formatterOf(timeZone).format(instant);
    if (known.size >= MAX_KEPT) known.clear();
    known.set(minute, text);
    zones.set(timeZone, known);
    return text;
  };
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
  // Before the year 1000 and after 9999 a formatter writes years that nobody reads back: the day in UTC will do.
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

/** A zone by its name, or `fallback` without a name or if the runtime does not know it. */
export const zoneOr = (zone: string | null | undefined, fallback: string): string =>
  zone && isTimeZone(zone) ? zone : fallback;
