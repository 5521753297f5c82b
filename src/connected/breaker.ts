/** After this many missing answers in a row, the circuit opens for a while. */
const TIMEOUT = 3;
/** More than the calls of the contract times two waiters. */
const MAX_CIRCUITS = 1_000;

interface Circuit {
  failures: number;
  /** Milliseconds of the clock from which the call is tried again. */
  openUntil: number;
  last: 'late' | 'silent';
  /** The request that tests after a pause whether the host is back. */
  tester?: string;
}

/** `page`: a page waits for a part of it. `whole`: a browser, a client or a write waits for the whole limit. */
export type Waiter = 'page' | 'whole';

export interface Breaker {
  /**
   * How the host failed last, while the circuit is open; null: send the call. A single request tests whether the host is
   * back, with any of its calls: a page may make the same call twice.
   */
  isOpen(call: string, waiter: Waiter, requestId: string): 'late' | 'silent' | null;
  /** @param inTimeFor `page`: soon enough for everybody; `whole`: too late for a page */
  answered(call: string, inTimeFor: Waiter): void;
  /** @param waiter `whole`: too late for everybody; `page`: those who wait longer may still get an answer */
  failed(call: string, how: 'late' | 'silent', waiter: Waiter): void;
  /** How many circuits are open. */
  resting(): number;
}

/**
 * A circuit breaker for calls of the franchise’s hosts, so that pages fail at once instead of waiting for the whole time
 * limit. It counts by call, so that one hanging call does not stop the others. It counts pages separately: a call that
 * takes three seconds is off for pages, while browsers still get its answer (decision 0044).
 */
export function createBreaker(pauseMs: number, now: () => number = Date.now): Breaker {
  const circuits = new Map<string, Circuit>();
  return {
    isOpen(call, waiter, requestId) {
      const circuit = circuits.get(`${waiter} ${call}`);
      if (!circuit || circuit.failures < TIMEOUT) return null;
      if (circuit.openUntil > now()) return circuit.tester === requestId ? null : circuit.last;
      circuit.openUntil = now() + pauseMs;
      circuit.tester = requestId;
      return null;
    },
    answered(call, inTimeFor) {
      circuits.delete(`whole ${call}`);
      if (inTimeFor === 'page') circuits.delete(`page ${call}`);
    },
    failed(call, how, waiter) {
      if (circuits.size >= MAX_CIRCUITS) circuits.clear();
      for (const each of waiter === 'whole' ? (['page', 'whole'] as const) : [waiter]) {
        const failures = (circuits.get(`${each} ${call}`)?.failures ?? 0) + 1;
        const openUntil = failures >= TIMEOUT ? now() + pauseMs : 0;
        circuits.set(`${each} ${call}`, { failures, last: how, openUntil });
      }
    },
    resting() {
      const open = [...circuits].filter(([, { failures }]) => failures >= TIMEOUT);
      return new Set(open.map(([key]) => key.replace(/^\w+ /, ''))).size;
    },
  };
}
