import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { School } from '../../core/http/ctx.ts';
import { ClaimRound } from './deliver.ts';
import { Outbound } from './outbound.ts';
import { OutcomeLog } from './outcome-log.ts';
import type { SenderSettings } from './sender.ts';

/** Brings due deliveries to devices: claims, sends and records outcomes in parallel until nothing is left. */
export class DeliveryRound {
  readonly outcomes: OutcomeLog;
  readonly #settings: SenderSettings;
  readonly #bell = new Bell();
  readonly #outbound: Outbound;
  readonly #claims: ClaimRound;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(school: School, settings: SenderSettings) {
    const onNews = () => this.#bell.ring();
    this.#settings = settings;
    this.outcomes = new OutcomeLog(school, settings, onNews);
    this.#outbound = new Outbound(school, settings, this.outcomes, onNews);
    this.#claims = new ClaimRound(school, settings, { admit: (row) => this.#outbound.admit(row), onDone: onNews });
  }

  /** The current round; undefined between rounds. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  run(): Promise<void> {
    this.#running ??= this.#deliverDue().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Requests another claim in the current round. @returns false without a round */
  ask(): boolean {
    this.#claims.ask();
    if (!this.#running) return false;
    this.#bell.ring();
    return true;
  }

  /** Stops claiming and sending, and releases waiting deliveries. */
  stop(): void {
    this.#isStopping = true;
    this.#outbound.stop();
    this.#bell.ring();
  }

  async #deliverDue(): Promise<void> {
    this.#claims.reopen();
    for (;;) {
      this.#bell.listen();
      if (!this.#isStopping && this.#claims.isDue && this.#hasRoom()) this.#claims.start();
      if (this.#isStopping) this.#outbound.giveBack();
      else await this.#outbound.dispatch();
      // SQLite answers synchronously, so without this pause requests would wait for the whole list.
      await yieldToEvents();
      this.#claims.throwFailure();
      if (this.#isDone()) {
        if (this.#isStopping || !this.#outbound.takeGivenBack()) return;
        this.#claims.reopen();
      } else if (this.#claims.isEmpty || this.#claims.isRunning || !this.#hasRoom()) await this.#bell.heard();
    }
  }

  #isDone(): boolean {
    return this.#unwritten === 0 && !this.#claims.isRunning && (this.#claims.isEmpty || this.#isStopping);
  }

  get #unwritten(): number {
    return this.#outbound.size + this.outcomes.size;
  }

  #hasRoom(): boolean {
    return this.#unwritten + this.#settings.batch <= this.#settings.window;
  }
}

/** Wakes a waiting loop. A ring while nobody waits is remembered until the next `listen`. */
class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** From now on only later rings count. */
  listen(): void {
    this.#hasRung = false;
  }

  /** Waits for a ring since `listen`. */
  async heard(): Promise<void> {
    if (this.#hasRung) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
