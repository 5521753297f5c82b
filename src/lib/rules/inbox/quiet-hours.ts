import { MINUTE_MS } from '../time/spans.ts';
import { clockIn } from '../time/zones.ts';

/**
 * From `de` to `ate`, clock times `HH:mm` of a zone. If `ate` is earlier they go over midnight; if both are equal there
 * are none.
 */
export interface QuietHours {
  de: string;
  ate: string;
}

/** The default: nobody gets a push at night without allowing it. */
export const DEFAULT_QUIET: QuietHours = { de: '21:00', ate: '08:00' };

/**
 * The first instant from `at` on outside the quiet hours: `at` itself, or their end. If the clock skips their end, they
 * end with the skip.
 *
 * @param zone an IANA zone that the runtime supports
 */
export function afterQuiet(at: Date, { de, ate }: QuietHours, zone: string): Date {
  if (!isQuiet(clockIn(zone, at), de, ate)) return at;
  const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
  const end = new Date(minute.getTime() + minutesUntil(clockIn(zone, minute), ate) * MINUTE_MS);
  // If the clock changes meanwhile, the end is corrected by the difference on the zone’s clock.
  const off = minutesUntil(clockIn(zone, end), ate);
  const exact = new Date(end.getTime() + (off > 720 ? off - 1440 : off) * MINUTE_MS);
  if (clockIn(zone, exact) === ate) return exact;
  let next = new Date(Math.max(minute.getTime(), exact.getTime()));
  while (isQuiet(clockIn(zone, next), de, ate)) next = new Date(next.getTime() + MINUTE_MS);
  return next;
}

/** When the quiet hours begin next, from an instant outside them. @param zone an IANA zone that the runtime knows */
export const quietFrom = (at: Date, { de }: QuietHours, zone: string): Date =>
  new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS + minutesUntil(clockIn(zone, at), de) * MINUTE_MS);

const isQuiet = (clock: string, de: string, ate: string) =>
  de <= ate ? clock >= de && clock < ate : clock >= de || clock < ate;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const minutesUntil = (clock: string, target: string) => (minutesOf(target) - minutesOf(clock) + 1440) % 1440;
