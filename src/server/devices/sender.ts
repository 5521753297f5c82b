import { setImmediate as nextTurn } from 'node:timers/promises';
import { onNobodysBehalf } from '../db/write-queue.ts';
import type { School } from '../http/ctx.ts';
import { type Claimed, claimDeliveries } from './claim-deliveries.ts';
import { attempt, obstacleOf, type Ready, settledBy } from './deliver.ts';
import { forgetOldDevices } from './forget-old-devices.ts';
import { HostGate } from './host-gate.ts';
import { OutcomeLog } from './outcome-log.ts';
import type { PushOutcome } from './send-push.ts';
import { type SenderSettings, senderSettings } from './sender-settings.ts';
import { isStillWanted } from './still-wanted.ts';

export interface Sender {
  start(): void;
  /** Looks for work soon instead of at the next turn. */
  wake(): void;
  /** Delivers everything that is due now, and waits until the outcomes are written. */
  runOnce(): Promise<void>;
  /** Takes nothing more, waits a little for what is on its way, gives back the rest. */
  stop(): Promise<void>;
}

interface Waiting {
  row: Ready;
  /** Origin of its push service. */
  host: string;
  since: number;
  leaseEnds: number;
}

/** Encrypting is work: others get their turn after so many messages. */
const AT_A_STRETCH = 8;
/** What waited here for longer than this is looked at again before it is sent. */
const FRESH_MS = 500;
const HOUR_MS = 3_600_000;

/**
 * Takes due deliveries and brings them to push services. It knows nothing of who wrote them. A slow service holds up
 * neither requests nor, for longer than moments, other services.
 */
export function createSender(school: School, chosen: Partial<SenderSettings> = {}): Sender {
  const settings = { ...senderSettings, ...chosen };
  const gate = new HostGate(settings);
  const outcomes = new OutcomeLog(school, settings, news);
  /** With less of a claim left, another process might send the same message. */
  const safeMs = Math.min(settings.timeoutMs * 1.5, settings.leaseMs / 2);
  /** Claimed, and not on its way yet: the host is busy. */
  let waiting: Waiting[] = [];
  const running = new Set<Promise<void>>();
  const reported = new Set<string>();
  let isStopping = false;
  let round: Promise<void> | undefined;
  let claiming: Promise<void> | undefined;
  let claimError: { error: unknown } | undefined;
  /** There was nothing to claim. */
  let isEmpty = false;
  /** Somebody says that there is more. */
  let isAsked = false;
  /** Rows that are due at once went back. */
  let hasGivenBack = false;
  let timer: NodeJS.Timeout | undefined;
  let forgetsAt = 0;
  /** Something was sent or written since the loop looked last. */
  let hasNews = false;
  let notify: (() => void) | undefined;

  const unsettled = () => waiting.length + running.size + outcomes.size;
  const hasRoom = () => unsettled() + settings.batch <= settings.window;

  async function deliverDue(): Promise<void> {
    isEmpty = false;
    for (;;) {
      hasNews = false;
      if (!isStopping && !claiming && hasRoom() && (!isEmpty || isAsked)) claim();
      if (isStopping) giveBack();
      else await dispatch();
      // SQLite answers at once: requests would wait for the whole list otherwise.
      await nextTurn();
      if (claimError) throw takeError();
      if (unsettled() === 0 && !claiming && (isEmpty || isStopping)) {
        if (isStopping || !hasGivenBack) return;
        hasGivenBack = false;
        isEmpty = false;
      } else if ((isEmpty || claiming || !hasRoom()) && !hasNews) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    }
  }

  /** Takes more while what was taken before is on its way. */
  function claim(): void {
    isAsked = false;
    claiming = claimDeliveries(school, { limit: settings.batch, leaseMs: settings.leaseMs })
      .then((claimed) => {
        isEmpty = claimed.length === 0;
        for (const row of claimed) admit(row);
      })
      .catch((error: unknown) => {
        claimError = { error };
      })
      .finally(() => {
        claiming = undefined;
        news();
      });
  }

  function takeError(): unknown {
    const { error } = claimError ?? {};
    claimError = undefined;
    return error;
  }

  function news(): void {
    hasNews = true;
    notify?.();
  }

  function admit(row: Claimed): void {
    const obstacle = obstacleOf(row, school.now());
    if (obstacle) outcomes.add(obstacle);
    else {
      const leaseEnds = Date.parse(row.claimedUntil);
      waiting.push({ row: row as Ready, host: hostOf(row), since: performance.now(), leaseEnds });
    }
  }

  /** Sends what may be sent; keeps the rest in its order. */
  async function dispatch(): Promise<void> {
    const kept: typeof waiting = [];
    let stretch = 0;
    let index = 0;
    for (; index < waiting.length && running.size < settings.concurrency; index += 1) {
      const item = waiting[index];
      if (!item || isStopping) break;
      const now = school.now().getTime();
      const heldUntil = gate.heldUntil(item.host, now);
      if (heldUntil > 0) postpone(item.row, new Date(heldUntil).toISOString());
      else if (item.leaseEnds - now < safeMs) postpone(item.row, null);
      else if (!gate.hasRoom(item.host)) {
        if (performance.now() - item.since < settings.stalledMs) kept.push(item);
        else postpone(item.row, new Date(now + settings.stalledMs).toISOString());
      } else {
        launch(item);
        stretch += 1;
        if (stretch % AT_A_STRETCH === 0) await nextTurn();
      }
    }
    waiting = [...kept, ...waiting.slice(index)];
  }

  function postpone(row: Claimed, dueAt: string | null): void {
    outcomes.add({ row, deviceId: null, kind: 'postponed', dueAt });
    if (dueAt === null) hasGivenBack = true;
  }

  function giveBack(): void {
    for (const { row } of waiting) postpone(row, null);
    waiting = [];
  }

  function launch(item: Waiting): void {
    const task = send(item)
      .catch((error: unknown) => school.log.error({ err: error }, 'a push message was left'))
      .finally(() => {
        running.delete(task);
        news();
      });
    running.add(task);
  }

  async function send({ row, host, since }: Waiting): Promise<void> {
    gate.enter(host);
    let outcome: PushOutcome | undefined;
    try {
      if (performance.now() - since > FRESH_MS && !(await isStillWanted(school.db, row))) {
        // Cancelled, or its device moved: claimed again it says which.
        postpone(row, null);
        return;
      }
      outcome = await attempt(school, row, settings.timeoutMs);
      report(host, outcome);
      outcomes.add(settledBy(row, outcome, school.now(), settings));
    } finally {
      gate.leave(host, outcome, school.now().getTime());
    }
  }

  /** Our own fault is said once for each service, not for each device. */
  function report(host: string, outcome: PushOutcome): void {
    if (outcome.kind === 'accepted') reported.delete(host);
    if (outcome.kind !== 'failed' || ![400, 401, 403].includes(outcome.status) || reported.has(host)) return;
    reported.add(host);
    school.log.error({ host, status: outcome.status }, 'a push service refuses what this school sends');
  }

  function run(): Promise<void> {
    round ??= deliverDue().finally(() => {
      round = undefined;
    });
    return round;
  }

  function look(): void {
    isAsked = true;
    if (round) news();
    else run().catch((error: unknown) => school.log.error({ err: error }, 'push messages were not delivered'));
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
      await round;
      await run();
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      timer = undefined;
      news();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, settings.stopMs);
      await Promise.race([(round ?? Promise.resolve()).catch(() => undefined), late]);
      await Promise.race([outcomes.flush(), late]);
      clearTimeout(limit);
      outcomes.close();
    },
  };
}

const hostOf = ({ device }: Claimed) => URL.parse(device?.endpoint ?? '')?.origin ?? '';
