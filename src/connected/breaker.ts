/** Answers that did not come in a row, before a call is not even tried for a while. */
const PATIENCE = 3;
/** The contract has fewer. */
const MAX_CALLS = 500;

interface Circuit {
  failures: number;
  /** Milliseconds of the clock; the call is tried again from then on. */
  openUntil: number;
  last: 'late' | 'silent';
}

export interface Breaker {
  /** How the host failed last, while it is not to be asked; null: ask it. One caller at a time finds out whether it is back. */
  isOpen(call: string): 'late' | 'silent' | null;
  answered(call: string): void;
  failed(call: string, how: 'late' | 'silent'): void;
}

/**
 * Remembers which calls of the franchise's hosts bring no answer: pages then say so at once instead of keeping everybody
 * waiting for the whole time limit. By call, because one that hangs must not take the others along.
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
  };
}
