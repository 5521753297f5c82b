/** After this many missing answers in a row, the call is not tried for a while. */
const PATIENCE = 3;
/** The contract has fewer calls. */
const MAX_CALLS = 500;

interface Circuit {
  failures: number;
  /** Milliseconds of the clock; from then on the call is tried again. */
  openUntil: number;
  last: 'late' | 'silent';
}

export interface Breaker {
  /** How the host failed last, while it rests; null: ask it. Only one caller at a time tests whether it is back. */
  isOpen(call: string): 'late' | 'silent' | null;
  answered(call: string): void;
  failed(call: string, how: 'late' | 'silent'): void;
  /** How many calls rest. */
  resting(): number;
}

/**
 * Remembers which calls of the franchise's hosts bring no answer. Pages then say so at once, and nobody waits for the
 * whole time limit. It counts by call, so that one call that hangs does not stop the others.
 */
export function createBreaker(pauseMs: number, now: () => number = Date.now): Breaker {
  const circuits = new Map<string, Circuit>();
  return {
    isOpen(call) {
      const circuit = circuits.get(call);
      if (!circuit || circuit.failures < PATIENCE) return null;
      if (circuit.openUntil > now()) return circuit.last;
      circuit.openUntil = now() + pauseMs;
      return null;
    },
    answered(call) {
      circuits.delete(call);
    },
    failed(call, how) {
      if (circuits.size >= MAX_CALLS) circuits.clear();
      const failures = (circuits.get(call)?.failures ?? 0) + 1;
      circuits.set(call, { failures, last: how, openUntil: failures >= PATIENCE ? now() + pauseMs : 0 });
    },
    resting: () => [...circuits.values()].filter(({ failures }) => failures >= PATIENCE).length,
  };
}
