import { afterQuiet } from '#lib/rules/inbox/quiet-hours.ts';
import { DAY_S } from '#lib/rules/time/spans.ts';
import type { School } from '../../core/http/ctx.ts';
import { type Claimed, claimDeliveries } from './claim-deliveries.ts';
import { nextTry, type PushOutcome, sendPush } from './send-push.ts';
import type { SenderSettings } from './sender.ts';
import type { DeliveryResult } from './write-results.ts';

/** A delivery that can be sent. */
export type Ready = Claimed & { device: NonNullable<Claimed['device']>; content: NonNullable<Claimed['content']> };

/**
 * Why a delivery cannot be sent now: its device is gone or has another user, it has expired, or its reader has quiet hours.
 *
 * @returns null if it can be sent
 */
export function obstacleOf(row: Claimed, now: Date): DeliveryResult | null {
  const at = { row, deviceId: row.device?.id ?? null };
  if (!row.content) return { ...at, kind: 'failed', status: null, reason: 'no_message' };
  if (!row.device) return { ...at, kind: 'expired', status: null, reason: 'gone' };
  if (row.device.user_id !== row.userId) return { ...at, kind: 'failed', status: null, reason: 'moved' };
  if (row.expiresAt !== null && row.expiresAt <= now) return { ...at, kind: 'expired', status: null, reason: 'late' };
  const awake = afterSleep(row, now);
  if (awake <= now) return null;
  return row.expiresAt !== null && awake >= row.expiresAt
    ? { ...at, kind: 'expired', status: null, reason: 'quiet' }
    : { ...at, kind: 'postponed', dueAt: awake.toISOString() };
}

const afterSleep = ({ quiet }: Pick<Claimed, 'quiet'>, at: Date) => (quiet ? afterQuiet(at, quiet, quiet.zone) : at);

/** Four weeks: no service keeps messages longer. */
const MAX_TTL_S = 28 * DAY_S;

/** Sends a delivery. Never throws. */
export function attempt(
  school: Pick<School, 'config' | 'tokens' | 'now' | 'ports'>,
  { device, content, token, brand, unread, broadcastId, expiresAt }: Ready,
  timeoutMs: number,
): Promise<PushOutcome> {
  const left = expiresAt === null ? MAX_TTL_S : Math.ceil((expiresAt.getTime() - school.now().getTime()) / 1_000);
  return sendPush(
    school,
    device,
    {
      title: content.title,
      body: content.body,
      path: content.path,
      tag: content.tag,
      icon: content.icon_url,
      image: content.image_url,
      urgency: content.urgency,
      ttlS: Math.min(Math.max(left, 0), MAX_TTL_S),
      token,
      brand,
      unread,
      broadcastId,
    },
    timeoutMs,
  );
}

/** The final result of a delivery that is not tried again. */
export function endedBy(
  at: Pick<DeliveryResult, 'row' | 'deviceId'>,
  outcome: Exclude<PushOutcome, { kind: 'later' }>,
): DeliveryResult {
  const { kind, status } = outcome;
  if (kind === 'accepted') return { ...at, kind, status };
  if (kind === 'gone') return { ...at, kind: 'expired', status, reason: 'gone', isGone: true };
  return { ...at, kind, status, reason: outcome.reason };
}

/** The result of an outcome for its delivery. */
export function resultOf(row: Ready, outcome: PushOutcome, now: Date, settings: SenderSettings): DeliveryResult {
  const at = { row, deviceId: row.device.id };
  if (outcome.kind !== 'later') return endedBy(at, outcome);
  const { status, reason, waitS } = outcome;
  const next = nextTry({ attempts: row.attempts + 1, waitS, expiresAt: row.expiresAt, now }, settings);
  if (next === null) return { ...at, kind: 'failed', status, reason };
  const awake = afterSleep(row, next);
  if (row.expiresAt !== null && awake >= row.expiresAt) return { ...at, kind: 'failed', status, reason };
  return { ...at, kind: 'retry', status, reason, dueAt: awake.toISOString() };
}

/** Claims the next batch while earlier deliveries are being sent, one batch at a time. */
export class ClaimRound {
  readonly #school: School;
  readonly #settings: Pick<SenderSettings, 'batch' | 'leaseMs'>;
  readonly #admit: (row: Claimed) => void;
  readonly #onDone: () => void;
  #isRunning = false;
  #isEmpty = false;
  #isRequested = false;
  #failure: { error: unknown } | undefined;

  constructor(
    school: School,
    settings: Pick<SenderSettings, 'batch' | 'leaseMs'>,
    { admit, onDone }: { admit: (row: Claimed) => void; onDone: () => void },
  ) {
    this.#school = school;
    this.#settings = settings;
    this.#admit = admit;
    this.#onDone = onDone;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The last claim found nothing. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Whether to claim: there may be due deliveries, or a claim was requested. */
  get isDue(): boolean {
    return !this.#isRunning && (!this.#isEmpty || this.#isRequested);
  }

  /** Requests another claim. */
  ask(): void {
    this.#isRequested = true;
  }

  /** Rows were released, so there is something to claim again. */
  reopen(): void {
    this.#isEmpty = false;
  }

  start(): void {
    this.#isRequested = false;
    this.#isRunning = true;
    void this.#claim().finally(() => {
      this.#isRunning = false;
      this.#onDone();
    });
  }

  /** @throws the error of the last claim, once */
  throwFailure(): void {
    if (!this.#failure) return;
    const { error } = this.#failure;
    this.#failure = undefined;
    throw error;
  }

  async #claim(): Promise<void> {
    const { batch: limit, leaseMs } = this.#settings;
    try {
      const claimed = await claimDeliveries(this.#school, { limit, leaseMs });
      this.#isEmpty = claimed.length === 0;
      for (const row of claimed) this.#admit(row);
    } catch (error) {
      this.#failure = { error };
    }
  }
}
