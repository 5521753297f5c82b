import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';

/** Settings of the sender. Tests and the bench choose other values. */
export interface SenderSettings {
  /** Most messages on the way at once, in total and for one host. */
  concurrency: number;
  perHost: number;
  /** Most claimed rows of one process without an outcome: so many are sent again if it dies. */
  window: number;
  /** Rows of one claim. */
  batch: number;
  /** How long a claim holds. Longer than `timeoutMs`. */
  leaseMs: number;
  /** For one message, from connecting to the last byte. */
  timeoutMs: number;
  /** Outcomes are written when so many wait, or after so long. */
  flushRows: number;
  flushMs: number;
  /** Pause between two looks for work. */
  pauseMs: number;
  /** A message is given up after so many attempts. */
  mostAttempts: number;
  /** Wait after the first failure; each next one waits twice as long. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** After so many unanswered messages in a row, a host gets a pause. */
  hostTrouble: number;
  /** A message that waits for a busy host for so long makes room for others, and comes back after the same time. */
  stalledMs: number;
  /** How long an ending process waits for messages on their way. */
  stopMs: number;
}

export const senderSettings: SenderSettings = {
  concurrency: 128,
  perHost: 96,
  window: 384,
  batch: 128,
  leaseMs: 60_000,
  timeoutMs: serviceLimits.pushServices.silenceMs,
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
