import type { ApiRequest } from '#lib/api/request.ts';
import type { CallName } from '#lib/contract/index.schema.ts';
import type { Waiter } from './breaker.ts';

/** A call that a page needs after its time is up still gets this long: a healthy host answers within it. */
const LEAST_MS = 200;
/** Calls that only calculate, though they are sent as a POST. A page waits for them as for its reads. */
const WORKS_OUT: ReadonlySet<string> = new Set<CallName>(['orders.prepareOrder', 'exchange.simulateExchange']);

/** Whether a call changes nothing at its host. */
export const isRead = ({ name, call }: Pick<ApiRequest, 'name' | 'call'>): boolean =>
  (call.method === 'GET' && call.writes !== true) || WORKS_OUT.has(name);

/**
 * How long a read may wait for its host, in milliseconds.
 *
 * The reads of one page share one time: it begins with the first of them, however many the page asks one after the
 * other. So a page leaves even if a host never answers, and says which part is missing. A browser waits for its own
 * calls for the whole limit, because it shows that it waits.
 */
export function timeoutFor(
  { caller: { page } }: Pick<ApiRequest, 'caller'>,
  { timeoutMs, partMs }: { timeoutMs: number; partMs: number },
  now: number = performance.now(),
): number {
  if (!page) return timeoutMs;
  page.until ??= now + partMs;
  return Math.min(timeoutMs, partMs, Math.max(LEAST_MS, page.until - now));
}

/**
 * Whose wait without an answer counts as a failure; null: nobody’s. If earlier reads used up most of a page’s time, the
 * call had too little of it to say anything about its host.
 */
export function waiterOf(
  waitedMs: number,
  { timeoutMs, partMs }: { timeoutMs: number; partMs: number },
): Waiter | null {
  if (waitedMs >= timeoutMs) return 'whole';
  return waitedMs >= partMs / 2 ? 'page' : null;
}

/** Restarts the page’s time limit after a write. */
export function beginAnew({ caller: { page } }: Pick<ApiRequest, 'caller'>): void {
  if (page) page.until = null;
}
