import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { School } from '../../core/http/ctx.ts';
import type { Claimed } from './claim-deliveries.ts';
import { attempt, obstacleOf, type Ready, resultOf } from './deliver.ts';
import type { OutcomeLog } from './outcome-log.ts';
import { isStillWanted } from './queue-deliveries.ts';
import type { PushOutcome } from './send-push.ts';
import { waitAfter } from './send-push.ts';
import type { SenderSettings } from './sender.ts';

interface Waiting {
  row: Ready;
  /** Origin of the push service. */
  host: string;
  since: number;
  leaseEnds: number;
}

/** Encryption takes CPU time: after this many messages other work runs. */
const AT_A_STRETCH = 8;
/** A delivery that waited longer than this is checked again before sending. */
const FRESH_MS = 500;

/** Claimed deliveries from claim to outcome: some wait for a busy host, some are on their way. */
export class Outbound {
  readonly #school: School;
  readonly #settings: SenderSettings;
  readonly #outcomes: OutcomeLog;
  readonly #onSent: () => void;
  readonly #gate: HostGate;
  /** Min. remaining time of a claim. With less, another process may send the same message. */
  readonly #safeMs: number;
  readonly #refusing = new Set<string>();
  #waiting: Waiting[] = [];
  #running = 0;
  #isStopped = false;
  #hasGivenBack = false;

  constructor(school: School, settings: SenderSettings, outcomes: OutcomeLog, onSent: () => void) {
    this.#school = school;
    this.#settings = settings;
    this.#outcomes = outcomes;
    this.#onSent = onSent;
    this.#gate = new HostGate(settings);
    this.#safeMs = Math.min(settings.timeoutMs * 1.5, settings.leaseMs / 2);
  }

  get size(): number {
    return this.#waiting.length + this.#running;
  }

  admit(row: Claimed): void {
    const obstacle = obstacleOf(row, this.#school.now());
    if (obstacle) this.#outcomes.add(obstacle);
    else {
      const leaseEnds = Date.parse(row.claimedUntil);
      this.#waiting.push({ row: row as Ready, host: hostOf(row), since: performance.now(), leaseEnds });
    }
  }

  /** Sends the allowed deliveries, and leaves the rest waiting in order. */
  async dispatch(): Promise<void> {
    const stillWaiting: Waiting[] = [];
    const waiting = this.#waiting;
    let launched = 0;
    let index = 0;
    for (; index < waiting.length && this.#running < this.#settings.concurrency; index += 1) {
      const item = waiting[index];
      if (!item || this.#isStopped) break;
      const next = this.#nextStepOf(item);
      if (next === 'wait') stillWaiting.push(item);
      else if (next !== 'send') this.#postpone(item.row, next.until);
      else {
        this.#launch(item);
        launched += 1;
        if (launched % AT_A_STRETCH === 0) await yieldToEvents();
      }
    }
    // Deliveries claimed meanwhile are at the end of the same list.
    this.#waiting = [...stillWaiting, ...this.#waiting.slice(index)];
  }

  /** Stops sending and releases waiting deliveries at once. */
  giveBack(): void {
    for (const { row } of this.#waiting) this.#postpone(row, null);
    this.#waiting = [];
  }

  /** Whether deliveries that are due at once were released since the last call. */
  takeGivenBack(): boolean {
    const had = this.#hasGivenBack;
    this.#hasGivenBack = false;
    return had;
  }

  stop(): void {
    this.#isStopped = true;
  }

  #nextStepOf({ host, leaseEnds, since }: Waiting): 'send' | 'wait' | { until: string | null } {
    const now = this.#school.now().getTime();
    const heldUntil = this.#gate.heldUntil(host, now);
    if (heldUntil > 0) return { until: new Date(heldUntil).toISOString() };
    if (leaseEnds - now < this.#safeMs) return { until: null };
    if (this.#gate.hasRoom(host)) return 'send';
    const { stalledMs } = this.#settings;
    return performance.now() - since < stalledMs ? 'wait' : { until: new Date(now + stalledMs).toISOString() };
  }

  /** @param dueAt null: at once, to be claimed by any process */
  #postpone(row: Claimed, dueAt: string | null): void {
    this.#outcomes.add({ row, deviceId: null, kind: 'postponed', dueAt });
    if (dueAt === null) this.#hasGivenBack = true;
  }

  #launch(item: Waiting): void {
    this.#running += 1;
    void this.#send(item)
      .catch((error: unknown) => this.#school.log.error({ err: error }, 'a push message was left'))
      .finally(() => {
        this.#running -= 1;
        this.#onSent();
      });
  }

  async #send({ row, host, since }: Waiting): Promise<void> {
    const school = this.#school;
    this.#gate.enter(host);
    let outcome: PushOutcome | undefined;
    try {
      if (performance.now() - since > FRESH_MS && !(await isStillWanted(school.db, row))) {
        // It was cancelled, or its device has another user: the next claim finds out which.
        this.#postpone(row, null);
        return;
      }
      outcome = await attempt(school, row, this.#settings.timeoutMs);
      this.#report(host, outcome);
      this.#outcomes.add(resultOf(row, outcome, school.now(), this.#settings));
    } finally {
      this.#gate.leave(host, outcome, school.now().getTime());
    }
  }

  /** Logs an error of ours once for each service, not for each device. */
  #report(host: string, outcome: PushOutcome): void {
    if (outcome.kind === 'accepted') this.#refusing.delete(host);
    if (outcome.kind !== 'failed' || ![400, 401, 403].includes(outcome.status) || this.#refusing.has(host)) return;
    this.#refusing.add(host);
    this.#school.log.error({ host, status: outcome.status }, 'a push service refuses what this school sends');
  }
}

const hostOf = ({ device }: Claimed) => URL.parse(device?.endpoint ?? '')?.origin ?? '';

interface Host {
  running: number;
  /** Consecutive unanswered messages. */
  trouble: number;
  /** Number of pauses since the host last took a message. */
  rests: number;
  heldUntil: number;
}

const MAX_HOSTS = 5_000;

/** Tracks the requests in flight to each push service, and which services are paused. Times in milliseconds. */
export class HostGate {
  readonly #hosts = new Map<string, Host>();
  readonly #settings: SenderSettings;

  constructor(settings: SenderSettings) {
    this.#settings = settings;
  }

  /** The end of the host's pause; 0 without one. */
  heldUntil(name: string, now: number): number {
    const until = this.#hosts.get(name)?.heldUntil ?? 0;
    return until > now ? until : 0;
  }

  hasRoom(name: string): boolean {
    return (this.#hosts.get(name)?.running ?? 0) < this.#settings.perHost;
  }

  enter(name: string): void {
    this.#of(name).running += 1;
  }

  /** Ends a request. A service that answers "too many" or "not now", or is silent too often, is paused. */
  leave(name: string, outcome: PushOutcome | undefined, now: number): void {
    const host = this.#of(name);
    host.running -= 1;
    if (!outcome) return;
    if (outcome.kind !== 'later') {
      host.trouble = 0;
      host.rests = 0;
      return;
    }
    host.trouble += 1;
    const saysToWait = outcome.status === 429 || (outcome.status === 503 && outcome.waitS !== null);
    if (!saysToWait && host.trouble < this.#settings.hostTrouble) return;
    // Messages in flight when the pause began report the same failure again, which counts once.
    if (host.heldUntil <= now) host.rests += 1;
    const wait = waitAfter(host.rests, outcome.waitS, this.#settings);
    host.heldUntil = Math.max(host.heldUntil, now + wait);
    host.trouble = 0;
  }

  #of(name: string): Host {
    let host = this.#hosts.get(name);
    if (host) return host;
    if (this.#hosts.size >= MAX_HOSTS) this.#forgetIdle();
    host = { running: 0, trouble: 0, rests: 0, heldUntil: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  #forgetIdle(): void {
    const now = Date.now();
    for (const [name, { running, heldUntil }] of this.#hosts) {
      if (running === 0 && heldUntil <= now) this.#hosts.delete(name);
    }
  }
}
