import { waitAfter } from './retry-policy.ts';
import type { PushOutcome } from './send-push.ts';
import type { SenderSettings } from './sender-settings.ts';

interface Host {
  running: number;
  /** Unanswered messages in a row. */
  trouble: number;
  /** Number of pauses since the host last took a message. */
  rests: number;
  heldUntil: number;
}

const MAX_HOSTS = 5_000;

/** Tracks how busy each push service is with us, and which ones need a pause. Times in milliseconds. */
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

  /** A service that answers "too many" or "not now" pauses everything for it; so does one that is silent too often. */
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
    // Messages already on their way at the pause report the same trouble again; it counts once.
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
