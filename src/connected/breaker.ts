/** After this many missing answers in a row, the call is not tried for a while. */
const TIMEOUT = 3;
/** The contract has fewer calls, and each has two waiters. */
const MAX_CIRCUITS = 1_000;

interface Circuit {
  failures: number;
  /** Milliseconds of the clock; from then on the call is tried again. */
  openUntil: number;
  last: 'late' | 'silent';
  /** The request that tests after a pause whether the host is back. */
  tester?: string;
}

/** A page waits for its part. A browser, a client and a write wait for the whole limit. */
export type Waiter = 'page' | 'whole';

export interface Breaker {
  /**
   * How the host failed last, while it rests; null: ask it. Only one request at a time tests whether it is back, with
   * each of its calls: a page may make the same one twice.
   */
  isOpen(call: string, waiter: Waiter, requestId: string): 'late' | 'silent' | null;
  /** @param inTimeFor `page`: it came soon enough for everybody; `whole`: a page would not have had it. */
  answered(call: string, inTimeFor: Waiter): void;
  /** @param waiter `whole`: nobody would have had an answer; `page`: it may come to those who wait longer. */
  failed(call: string, how: 'late' | 'silent', waiter: Waiter): void;
  /** How many calls rest. */
  resting(): number;
}

/**
 * Remembers which calls of the franchise's hosts bring no answer. Pages then say so at once, and nobody waits for the
 * whole time limit. It counts by call, so that one call that hangs does not stop the others. It counts pages by
 * themselves: a call that takes three seconds rests for pages, and browsers still get its answer (decision 0044).
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
