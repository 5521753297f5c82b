import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';

const HOUR = '08:00';
/** With less time left, a reminder is useless. */
const AT_LEAST_MS = 2 * HOUR_MS;

/**
 * When to remind of an unpaid order: on the morning of the fifth day, and on the last morning that leaves enough time.
 * Mornings are in the school's zone.
 *
 * @param payUntil the deadline, ISO-8601 UTC.
 */
export function reminderTimes(payUntil: string, timeZone: string): { fifthDay: string; lastMorning: string } {
  const day = dayIn(timeZone, new Date(payUntil));
  const morning = (daysBefore: number) => instantIn(timeZone, shiftDay(day, -daysBefore), HOUR);
  const latest = new Date(Date.parse(payUntil) - AT_LEAST_MS).toISOString();
  return { fifthDay: morning(2), lastMorning: morning(0) <= latest ? morning(0) : morning(1) };
}
