import { RateLimiterRes } from 'rate-limiter-flexible';

interface Count {
  taken: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** Names and addresses that somebody makes up must not fill the memory: above it the oldest counts go. */
const MAX_COUNTS = 100_000;

/**
 * Counts points by key for a span of time, in this process. Spans are equally long, so counts end in the order in which
 * they began: each new one drops what ended before it, without a timer for each.
 */
export class CountsInMemory {
  readonly points: number;
  readonly #spanMs: number;
  readonly #maxCounts: number;
  readonly #counts = new Map<string, Count>();

  constructor({ points, duration }: { points: number; duration: number }, maxCounts = MAX_COUNTS) {
    this.points = points;
    this.#spanMs = duration * 1000;
    this.#maxCounts = maxCounts;
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Takes a point. @throws RateLimiterRes if none is left */
  async consume(key: string): Promise<void> {
    const now = Date.now();
    const count = this.#find(key, now) ?? this.#begin(key, now);
    count.taken += 1;
    if (count.taken > this.points) throw new RateLimiterRes(0, count.until - now, count.taken, false);
  }

  async get(key: string): Promise<{ remainingPoints: number } | null> {
    const count = this.#find(key, Date.now());
    return count ? { remainingPoints: Math.max(0, this.points - count.taken) } : null;
  }

  async reward(key: string): Promise<void> {
    const count = this.#find(key, Date.now());
    if (count && count.taken > 0) count.taken -= 1;
  }

  async delete(key: string): Promise<void> {
    this.#counts.delete(key);
  }

  deleteExpired(now = Date.now()): void {
    for (const [key, { until }] of this.#counts) {
      if (until > now) return;
      this.#counts.delete(key);
    }
  }

  #find(key: string, now: number): Count | undefined {
    const count = this.#counts.get(key);
    return count && count.until > now ? count : undefined;
  }

  #begin(key: string, now: number): Count {
    this.deleteExpired(now);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size >= this.#maxCounts) this.#counts.delete(oldest);
    const count = { taken: 0, until: now + this.#spanMs };
    // At the end of the order, also where an ended count of the key stood.
    this.#counts.delete(key);
    this.#counts.set(key, count);
    return count;
  }
}
