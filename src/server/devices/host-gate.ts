import { waitAfter } from './retry-policy.ts';
import type { PushOutcome } from './send-push.ts';
import type { SenderSettings } from './sender-settings.ts';

interface Host {
  running: number;
  /** Messages in a row that got no answer. */
  trouble: number;
  /** How often it was left alone since it last took a message. */
  rests: number;
  heldUntil: number;
}

const MAX_HOSTS = 5_000;

/** Knows how busy each push service is with us, and which one wants to be left alone. Times in milliseconds. */
export class HostGate {
  readonly #hosts = new Map<string, Host>();
  readonly #settings: SenderSettings;

  constructor(settings: SenderSettings) {
    this.#settings = settings;
  }

  /** Until when nothing goes to this host; 0 when it may. */
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

  /** One that says "too many" or "not now" holds back everything for it; one that is silent too often as well. */
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
    const isTold = outcome.status === 429 || (outcome.status === 503 && outcome.waitS !== null);
    if (!isTold && host.trouble < this.#settings.hostTrouble) return;
    // Those that were on their way when it was held say the same once more.
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
