import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { type BankCalendar, bankDayBefore } from './bank-days.ts';

// The hours of Pix Automático are those of Brasília (0193).
const ZONE = 'America/Sao_Paulo';
/** An order goes out so many days before its debit: late, so that a discount still counts, and within both limits. */
const ORDER_DAYS = 8;
const TRIES = 3;
const RETRY_AFTER_DAYS = [1, 3, 6];
/** After these days no bank tries a debit again. */
const MAX_RETRY_DAYS = 7;
/** Who receives takes an order back until 22:00 of the day before. */
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
 * The day on which the bank tries a failed debit again: one to come, within a week, before the next bill is due.
 *
 * @param due the day of the first debit @param tries those after it @param nextDue of the next bill; null: there is none
 */
export function retryDay(due: string, today: string, tries: number, nextDue: string | null): string | null {
  if (tries >= TRIES) return null;
  const day = RETRY_AFTER_DAYS.map((days) => shiftDay(due, days)).find((each) => each > today);
  return day !== undefined && (nextDue === null || day < nextDue) ? day : null;
}

/** The last day whose debits can no longer be taken back. */
export const committedDay = (at: Date): string => dayIn(ZONE, new Date(at.getTime() + COMMITTED_MS));

/** Whether the last try of a day is over: banks try until 21:00. */
export const isDebitOver = (day: string, at: Date): boolean => at.toISOString() >= instantIn(ZONE, day, '21:15');

/** When a debit ends here, if nobody tells of it. */
export const debitEnd = (day: string): string => instantIn(ZONE, shiftDay(day, MAX_RETRY_DAYS + 1), '23:59');
