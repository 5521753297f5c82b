import type { School } from '../../core/http/ctx.ts';
import { type Claimed, claimDeliveries } from './claim-deliveries.ts';
import type { SenderSettings } from './sender-settings.ts';

/** Claims more while earlier deliveries are on their way: one batch at a time. */
export class ClaimTurn {
  readonly #school: School;
  readonly #settings: Pick<SenderSettings, 'batch' | 'leaseMs'>;
  readonly #admit: (row: Claimed) => void;
  readonly #onDone: () => void;
  #isRunning = false;
  #isEmpty = false;
  #isAsked = false;
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

  /** There may be something to claim, or somebody asked for it. */
  get isWanted(): boolean {
    return !this.#isRunning && (!this.#isEmpty || this.#isAsked);
  }

  /** Notes that there is more. */
  ask(): void {
    this.#isAsked = true;
  }

  /** Rows went back, so there is something to claim again. */
  reopen(): void {
    this.#isEmpty = false;
  }

  start(): void {
    this.#isAsked = false;
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
