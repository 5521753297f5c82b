import { HOUR_MS } from '#lib/rules/time/spans.ts';

/** How the sender goes about its work. Tests and the bench choose other values. */
export interface SenderSettings {
  /** Messages on the way at once, in all and for one host. */
  concurrency: number;
  perHost: number;
  /** Rows that one process has claimed and not settled: what is sent again at most when it dies. */
  window: number;
  /** Rows that are claimed at once. */
  batch: number;
  /** How long a claim holds. Longer than `timeoutMs`. */
  leaseMs: number;
  /** For one message, from connecting to the last byte. */
  timeoutMs: number;
  /** Outcomes are written when so many wait, or after so long. */
  flushRows: number;
  flushMs: number;
  /** Between two looks for work. */
  pauseMs: number;
  /** After these a message is given up. */
  mostAttempts: number;
  /** Wait after the first failure; each next one waits twice as long. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** So many messages in a row without an answer, and a host is left alone for a while. */
  hostTrouble: number;
  /** What a busy host kept waiting for so long makes room for messages to others, and comes back after as long again. */
  stalledMs: number;
  /** How long a process that ends waits for what is on its way. */
  stopMs: number;
}

export const senderSettings: SenderSettings = {
  concurrency: 128,
  perHost: 96,
  window: 384,
  batch: 128,
  leaseMs: 60_000,
  timeoutMs: 10_000,
  flushRows: 96,
  flushMs: 100,
  pauseMs: 2_000,
  mostAttempts: 8,
  firstWaitMs: 30_000,
  longestWaitMs: 6 * HOUR_MS,
  hostTrouble: 12,
  stalledMs: 2_000,
  stopMs: 4_000,
};
