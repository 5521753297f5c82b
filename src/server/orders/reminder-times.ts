import { Temporal } from 'temporal-polyfill';

const HOUR = 8;
/** With less time left, a reminder is useless. */
const AT_LEAST_HOURS = 2;

/**
 * When to remind of an unpaid order: on the morning of the fifth day, and on the last morning that leaves enough time.
 * Mornings are in the school's zone.
 *
 * @param payUntil the deadline, ISO-8601 UTC.
 */
export function reminderTimes(payUntil: string, timeZone: string): { fifthDay: string; lastMorning: string } {
  const deadline = Temporal.Instant.from(payUntil).toZonedDateTimeISO(timeZone);
  const morning = (daysBefore: number) =>
    deadline
      .toPlainDate()
      .subtract({ days: daysBefore })
      .toZonedDateTime({ timeZone, plainTime: { hour: HOUR } });
  const latest = deadline.subtract({ hours: AT_LEAST_HOURS });
  const isInTime = Temporal.ZonedDateTime.compare(morning(0), latest) <= 0;
  const textOf = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds).toISOString();
  return { fifthDay: textOf(morning(2)), lastMorning: textOf(morning(isInTime ? 0 : 1)) };
}
