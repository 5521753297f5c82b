import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { onNobodysBehalf } from '../../core/db/write-queue.ts';
import type { School } from '../../core/http/ctx.ts';
import { DeliveryRound } from './delivery-round.ts';
import { forgetOldDevices } from './forget-old-devices.ts';
import { type SenderSettings, senderSettings } from './sender-settings.ts';

export interface Sender {
  start(): void;
  /** Looks for work soon instead of at the next turn. */
  wake(): void;
  /** Delivers everything that is due now, and waits until the outcomes are written. */
  runOnce(): Promise<void>;
  /** Claims nothing more, waits briefly for messages on their way, and gives back the rest. */
  stop(): Promise<void>;
}

/**
 * Takes due deliveries to push services. It does not know who wrote them. A slow service delays no requests, and other
 * services only for moments.
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
