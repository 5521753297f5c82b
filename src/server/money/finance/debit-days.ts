import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { type BankCalendar, bankDayBefore } from './bank-days.ts';

// Pix Automático uses the time of Brasília (0193).
const ZONE = 'America/Sao_Paulo';
/** An order is sent this many days before its debit: late, so that a discount still counts, and within both limits. */
const ORDER_DAYS = 8;
const TRIES = 3;
const RETRY_AFTER_DAYS = [1, 3, 6];
/** Banks do not try a debit again after this many days. */
const MAX_RETRY_DAYS = 7;
/** The receiver can withdraw an order until 22:00 of the day before. */
const COMMITTED_MS = 2 * HOUR_MS;

/** Whether a debit of a day can still be ordered: two banking days before it, the stricter reading of the published window. */
export const isInTime = (due: string, today: string, calendar: BankCalendar): boolean =>
  today <= bankDayBefore(bankDayBefore(due, calendar), calendar);

/** Whether a debit of a day is ordered today. */
export const isOrderDay = (due: string, today: string, calendar: BankCalendar): boolean =>
  today >= shiftDay(due, -ORDER_DAYS) && isInTime(due, today, calendar);

/** The last due day of bills whose debits are ordered today, or a few days more. */
export const lastDueDay = (today: string): string => shiftDay(today, ORDER_DAYS);

/**
 * The day on which the bank tries a failed debit again: in the future, within a week, and before the next bill is due.
 *
 * @param due the day of the first debit @param tries the number of later tries @param nextDue of the next bill; null: there is
 *   none
 */
export function retryDay(due: string, today: string, tries: number, nextDue: string | null): string | null {
  if (tries >= TRIES) return null;
  const day = RETRY_AFTER_DAYS.map((days) => shiftDay(due, days)).find((each) => each > today);
  return day !== undefined && (nextDue === null || day < nextDue) ? day : null;
}

/** The last day whose debits can no longer be withdrawn. */
export const committedDay = (at: Date): string => dayIn(ZONE, new Date(at.getTime() + COMMITTED_MS));

/** Whether the last try of a day is over: banks try until 21:00. */
export const isDebitOver = (day: string, at: Date): boolean => at.toISOString() >= instantIn(ZONE, day, '21:15');

/** When a debit without any message ends in the portal. */
export const debitEnd = (day: string): string => instantIn(ZONE, shiftDay(day, MAX_RETRY_DAYS + 1), '23:59');
