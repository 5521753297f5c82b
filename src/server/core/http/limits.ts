import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal, tooMany } from './refusal.ts';

export interface Span {
  points: number;
  /** Seconds. */
  duration: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Points per key within a span of time. `LIMITS` changes them.
 *
 * A whole school may share one address. So rules by address stop machines, and rules by name or account stop guesses at one
 * person. “Failures” means that a success gives its point back.
 */
const rules = {
  // Failures.
  'login-account': { points: 10, duration: 15 * MINUTE },
  'login-account-day': { points: 90, duration: DAY },
  'login-address': { points: 600, duration: 15 * MINUTE },
  'book-look-up': { points: 40, duration: 15 * MINUTE },
  'book-look-up-address': { points: 120, duration: 15 * MINUTE },
  'reset-address': { points: 300, duration: 15 * MINUTE },
  'password-proof': { points: 10, duration: 15 * MINUTE },
  'second-step': { points: 10, duration: 15 * MINUTE },
  'second-step-day': { points: 60, duration: DAY },
  consent: { points: 30, duration: 10 * MINUTE },
  // Every request.
  'recovery-account': { points: 3, duration: 15 * MINUTE },
  'recovery-address': { points: 600, duration: HOUR },
  'unlinked-search': { points: 30, duration: 15 * MINUTE },
  'check-user': { points: 30, duration: 15 * MINUTE },
  'verification-mail': { points: 1, duration: MINUTE },
  'verification-mail-day': { points: 10, duration: DAY },
  'email-change': { points: 5, duration: DAY },
  'account-switch': { points: 30, duration: 10 * MINUTE },
  'data-export': { points: 10, duration: HOUR },
  'postal-code': { points: 300, duration: 10 * MINUTE },
  'english-test': { points: 6, duration: HOUR },
  'english-test-address': { points: 300, duration: HOUR },
  'exchange-quote': { points: 40, duration: 10 * MINUTE },
  'consent-link': { points: 5, duration: HOUR },
  upload: { points: 60, duration: HOUR },
  'lead-address': { points: 10, duration: HOUR },
  invitation: { points: 60, duration: 10 * MINUTE },
  referral: { points: 20, duration: DAY },
  'push-test': { points: 10, duration: 10 * MINUTE },
  broadcast: { points: 120, duration: 10 * MINUTE },
  'class-message': { points: 20, duration: HOUR },
  'thread-reply': { points: 60, duration: HOUR },
  audience: { points: 300, duration: 10 * MINUTE },
  'push-event': { points: 3_000, duration: 10 * MINUTE },
  pix: { points: 240, duration: 10 * MINUTE },
  'card-bill': { points: 5, duration: HOUR },
  'card-payer': { points: 20, duration: HOUR },
  'payment-link': { points: 60, duration: 10 * MINUTE },
  sync: { points: 240, duration: 10 * MINUTE },
  document: { points: 60, duration: 10 * MINUTE },
  // A queue at the entrance is not an attack: a ticket code has 60 bits.
  'ticket-scan': { points: 1_200, duration: 10 * MINUTE },
  'document-check': { points: 60, duration: 10 * MINUTE },
} as const satisfies Record<string, Span>;

export type Rule = keyof typeof rules;
type LimitSettings = Partial<Record<Rule, Span>>;

/**
 * Reads `LIMITS`: `rule=points/seconds`, comma-separated.
 *
 * @throws Error that names the mistake.
 */
export function readLimits(text: string): LimitSettings {
  const entries = text.split(',').flatMap((part) => (part.trim() ? [part.trim()] : []));
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name = '', points, duration] = /^([\w-]+)=(\d{1,7})\/(\d{1,7})$/.exec(entry) ?? [];
      if (!Object.hasOwn(rules, name)) throw new Error(`“${entry}” não é regra=pontos/segundos`);
      if (Number(points) < 1 || Number(duration) < 1) throw new Error(`“${entry}” não deixa ninguém entrar`);
      return [name, { points: Number(points), duration: Number(duration) }];
    }),
  );
}

export interface Limits {
  /** Takes one point. @throws Refusal 429 with `Retry-After` if none is left. */
  take(rule: Rule, key: string): Promise<void>;
  /** How many points a key has left now. */
  left(rule: Rule, key: string): Promise<number>;
  /** Gives back the point that a success took: only failures count. */
  giveBack(rule: Rule, key: string): Promise<void>;
  /** Clears the count of a key. */
  clear(rule: Rule, key: string): Promise<void>;
  /** Deletes expired counts; otherwise the database would store every name ever guessed. */
  deleteExpired(): Promise<void>;
}

/** Larger networks that one customer may hold: each has a count of its own, with a multiple of the points of an address. */
const wide = [
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
] as const;

/** @param key an IPv6 /64 network as the listener writes it; other keys have no wider networks */
function wideNetworksOf(key: string): { bits: number; network: string }[] {
  const [, first, fourth] = /^((?:[0-9a-f]{1,4}:){3})([0-9a-f]{1,4})::\/64$/.exec(key) ?? [];
  if (!first || !fourth) return [];
  return wide.map(({ bits }) => {
    const shared = (Number.parseInt(fourth, 16) >> (64 - bits)) << (64 - bits);
    return { bits, network: `${first}${shared.toString(16)}::/${bits}` };
  });
}

/**
 * Counts by account and by address. One process counts in memory; processes that share PostgreSQL count there.
 *
 * @param postgres null for memory. @param settings rules that the school changed.
 */
export function createLimits(postgres: Pool | null, settings: LimitSettings = {}): Limits {
  const limiters = new Map<string, CountsInMemory | RateLimiterPostgres>();
  const open = (name: string, span: Span) => (postgres ? onPostgres(name, span, postgres) : new CountsInMemory(span));
  for (const [name, { points, duration }] of Object.entries({ ...rules, ...settings })) {
    limiters.set(name, open(name, { points, duration }));
    for (const { bits, times } of wide)
      limiters.set(`${name}/${bits}`, open(`${name}/${bits}`, { points: points * times, duration }));
  }
  const limiter = (name: string) => limiters.get(name) as CountsInMemory | RateLimiterPostgres;
  /** The counters of a key: its own, and those of the networks around its address. */
  const counters = (rule: Rule, key: string) => [
    { limiter: limiter(rule), key },
    ...wideNetworksOf(key).map(({ bits, network }) => ({ limiter: limiter(`${rule}/${bits}`), key: network })),
  ];
  return {
    async take(rule, key) {
      const taken: ReturnType<typeof counters> = [];
      for (const counter of counters(rule, key)) {
        try {
          await counter.limiter.consume(counter.key);
        } catch (error) {
          // A refused request consumes no points of the other counters.
          for (const before of taken) await before.limiter.reward(before.key);
          if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext / 1000);
          throw error;
        }
        taken.push(counter);
      }
    },
    async left(rule, key) {
      const each = counters(rule, key).map(async (counter) => {
        const counted = await counter.limiter.get(counter.key);
        return Math.max(0, counted?.remainingPoints ?? counter.limiter.points);
      });
      return Math.min(...(await Promise.all(each)));
    },
    async giveBack(rule, key) {
      for (const counter of counters(rule, key)) await counter.limiter.reward(counter.key);
    },
    async clear(rule, key) {
      await limiter(rule).delete(key);
    },
    async deleteExpired() {
      for (const each of limiters.values()) if (each instanceof CountsInMemory) each.deleteExpired();
      await postgres?.query(`delete from ${TABLE} where expire < $1`, [Date.now()]);
    },
  };
}

/**
 * Counts a try before it runs, so parallel tries count too. A try that succeeds gets its point back.
 *
 * @throws Refusal 429, and the errors of `act`.
 */
export async function countFailures<T>(limits: Limits, rule: Rule, key: string, act: () => Promise<T>): Promise<T> {
  await limits.take(rule, key);
  return unlessFailed(act, () => limits.giveBack(rule, key));
}

/** Gives back the point of a try that succeeded or could not run: a busy or broken portal costs no points. */
export async function unlessFailed<T>(act: () => Promise<T>, giveBack: () => Promise<unknown>): Promise<T> {
  try {
    const done = await act();
    await giveBack();
    return done;
  } catch (error) {
    const isFailure = error instanceof Refusal && error.status < 429;
    if (!isFailure) await giveBack();
    throw error;
  }
}

const TABLE = 'rate_limits';

function onPostgres(name: string, rule: Span, storeClient: Pool): RateLimiterPostgres {
  const options = { storeClient, keyPrefix: name, tableName: TABLE, tableCreated: true, clearExpiredByTimeout: false };
  return new RateLimiterPostgres({ ...options, ...rule });
}

interface Count {
  taken: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** Limits the memory that invented names and addresses can take: above it the oldest counts are dropped. */
const MAX_COUNTS = 100_000;

/**
 * Counts points by key for a span of time, in this process. All spans are equally long, so counts expire in the order in which
 * they began: each new count drops the expired ones, without a timer for each.
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
    // Inserted at the end, even if an expired count of the key exists.
    this.#counts.delete(key);
    this.#counts.set(key, count);
    return count;
  }
}
