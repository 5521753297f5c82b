import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { onNobodysBehalf } from '../../core/db/write-queue.ts';
import type { School } from '../../core/http/ctx.ts';
import { DeliveryRound } from './delivery-round.ts';
import { forgetOldDevices } from './device.ts';

export interface Sender {
  start(): void;
  /** Looks for due deliveries soon instead of in the next run. */
  wake(): void;
  /** Delivers everything that is due now, and waits until the outcomes are written. */
  runOnce(): Promise<void>;
  /** Claims no more deliveries, waits briefly for messages in flight, and releases the rest. */
  stop(): Promise<void>;
}

/**
 * Sends due deliveries to push services, queued by any process. A slow service delays no requests, and other services only briefly.
 */
export function createSender(school: School, chosen: Partial<SenderSettings> = {}): Sender {
  const settings = { ...senderSettings, ...chosen };
  const round = new DeliveryRound(school, settings);
  let timer: NodeJS.Timeout | undefined;
  let forgetsAt = 0;

  function look(): void {
    if (round.ask()) return;
    round.run().catch((error: unknown) => school.log.error({ err: error }, 'push messages were not delivered'));
  }

  async function tidy(): Promise<void> {
    if (Date.now() < forgetsAt) return;
    forgetsAt = Date.now() + HOUR_MS;
    await forgetOldDevices(school).catch((error: unknown) => school.log.error({ err: error }, 'old devices stay'));
  }

  return {
    start() {
      timer = setInterval(() => {
        look();
        void tidy();
      }, settings.pauseMs);
      timer.unref();
    },
    wake() {
      if (timer) onNobodysBehalf(() => setImmediate(look));
    },
    async runOnce() {
      await round.running;
      await round.run();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      round.stop();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, settings.stopMs);
      await Promise.race([(round.running ?? Promise.resolve()).catch(() => undefined), late]);
      await Promise.race([round.outcomes.flush(), late]);
      clearTimeout(limit);
      round.outcomes.close();
    },
  };
}

/** Settings of the sender. Tests and the bench choose other values. */
export interface SenderSettings {
  /** Max. messages in flight, in total and for one host. */
  concurrency: number;
  perHost: number;
  /** Max. claimed rows of a process without an outcome, all of which are sent again if it dies. */
  window: number;
  /** Rows of one claim. */
  batch: number;
  /** Duration of a claim. Longer than `timeoutMs`. */
  leaseMs: number;
  /** For one message, from connecting to the last byte. */
  timeoutMs: number;
  /** Outcomes are written when this many wait, or after this time. */
  flushRows: number;
  flushMs: number;
  /** Pause between two claims. */
  pauseMs: number;
  /** A message fails after this many attempts. */
  maxAttempts: number;
  /** Wait after the first failure; doubled after each further one. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** A host is paused after this many consecutive unanswered messages. */
  hostTrouble: number;
  /** A message that waits for a busy host for this long is released, and becomes due again after the same time. */
  stalledMs: number;
  /** How long an ending process waits for messages in flight. */
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
  maxAttempts: 8,
  firstWaitMs: 30_000,
  longestWaitMs: 6 * HOUR_MS,
  hostTrouble: 12,
  stalledMs: 2_000,
  stopMs: 4_000,
};
