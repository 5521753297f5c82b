import { setTimeout as wait } from 'node:timers/promises';
import { oneByOne } from '../../core/db/in-batches.ts';
import { outageOf } from '../../core/db/readiness.ts';
import type { School } from '../../core/http/ctx.ts';
import type { PushOutcome } from '../../operate/metrics/metrics.ts';
import type { SenderSettings } from './sender.ts';
import { type DeliveryResult, writeResults } from './write-results.ts';

/** The result as counted in the metrics; null: not attempted. A gone device counts as a failure too. */
function countedAs(result: DeliveryResult): PushOutcome | null {
  if (result.kind === 'accepted') return 'sent';
  if (result.kind === 'retry') return 'refused';
  if (result.kind === 'postponed') return null;
  return result.reason === 'quiet' ? 'quiet' : 'given_up';
}

type Logged = Pick<School, 'db' | 'now' | 'log' | 'metrics'>;

/** Outcomes that are not written yet. They are written in batches, in the order of their arrival. */
export class OutcomeLog {
  readonly #school: Logged;
  readonly #settings: Pick<SenderSettings, 'flushRows' | 'flushMs'>;
  #pending: DeliveryResult[] = [];
  #writing = 0;
  #timer: NodeJS.Timeout | undefined;
  #currentWrite: Promise<void> = Promise.resolve();
  #isFlushing = false;
  #isClosed = false;
  readonly #onWritten: () => void;

  constructor(school: Logged, settings: Pick<SenderSettings, 'flushRows' | 'flushMs'>, onWritten: () => void) {
    this.#school = school;
    this.#settings = settings;
    this.#onWritten = onWritten;
  }

  get size(): number {
    return this.#pending.length + this.#writing;
  }

  /** Stops writing: unrecorded deliveries stay claimed, and are sent again after the claim expires. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#pending = [];
  }

  add(result: DeliveryResult): void {
    if (this.#isClosed) return;
    this.#pending.push(result);
    if (this.#pending.length >= this.#settings.flushRows) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), this.#settings.flushMs);
  }

  /** Writes waiting outcomes, one batch at a time. Never fails: while the database is away it tries again. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isFlushing) {
      this.#isFlushing = true;
      this.#currentWrite = this.#writeAll().finally(() => {
        this.#isFlushing = false;
      });
    }
    return this.#currentWrite;
  }

  async #writeAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, this.#settings.flushRows * 2);
      this.#writing = batch.length;
      await this.#write(batch);
      this.#writing = 0;
      this.#onWritten();
    }
  }

  /** A delivery whose outcome cannot be written stays claimed, and is sent again after the claim expires. */
  async #writeEach(batch: readonly DeliveryResult[]): Promise<void> {
    const work = { job: 'push outcomes', idOf: ({ row }: DeliveryResult) => row.id };
    await oneByOne(this.#school.log, batch, work, (result) => this.#writeDown([result]));
  }

  async #writeDown(results: readonly DeliveryResult[]): Promise<void> {
    await writeResults(this.#school, results);
    for (const [outcome, { length }] of Map.groupBy(results, countedAs)) {
      if (outcome) this.#school.metrics.push(outcome, length);
    }
  }

  async #write(batch: readonly DeliveryResult[]): Promise<void> {
    for (let failures = 0; !this.#isClosed; failures += 1) {
      try {
        return await this.#writeDown(batch);
      } catch (error) {
        // The first failure may be a deadlock between two processes; only a second one is an error.
        if (failures > 0 && !outageOf(error)) return await this.#writeEach(batch).catch(() => this.#write(batch));
        if (failures > 0) this.#school.log.error({ err: error }, 'outcomes of push messages are not written yet');
        await wait(Math.min(50 * 4 ** failures, 5_000));
      }
    }
  }
}
