import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { tooMany } from './refusal.ts';

/** Points in a span of seconds for one key. */
const rules = {
  'login-account': { points: 10, duration: 15 * 60 },
  'login-account-day': { points: 90, duration: 24 * 60 * 60 },
  'login-address': { points: 120, duration: 15 * 60 },
  'book-look-up': { points: 40, duration: 15 * 60 },
  'recovery-account': { points: 3, duration: 15 * 60 },
  'recovery-address': { points: 30, duration: 15 * 60 },
  'reset-address': { points: 20, duration: 15 * 60 },
  'check-user': { points: 30, duration: 15 * 60 },
  'verification-mail': { points: 1, duration: 60 },
  'password-change': { points: 10, duration: 15 * 60 },
  'account-switch': { points: 30, duration: 10 * 60 },
  'data-export': { points: 10, duration: 60 * 60 },
  'postal-code': { points: 60, duration: 10 * 60 },
  'english-test': { points: 6, duration: 60 * 60 },
  'exchange-quote': { points: 40, duration: 10 * 60 },
  'consent-link': { points: 5, duration: 60 * 60 },
  consent: { points: 30, duration: 10 * 60 },
  upload: { points: 60, duration: 60 * 60 },
  'lead-address': { points: 10, duration: 60 * 60 },
  invitation: { points: 60, duration: 10 * 60 },
  referral: { points: 20, duration: 24 * 60 * 60 },
  'push-test': { points: 10, duration: 10 * 60 },
  sending: { points: 120, duration: 10 * 60 },
  audience: { points: 300, duration: 10 * 60 },
  'push-event': { points: 600, duration: 10 * 60 },
  pix: { points: 240, duration: 10 * 60 },
  'card-bill': { points: 5, duration: 60 * 60 },
  'card-payer': { points: 20, duration: 60 * 60 },
  'payment-link': { points: 60, duration: 10 * 60 },
  document: { points: 60, duration: 10 * 60 },
  // A full queue at the door is no guessing: a code has 60 bits.
  'ticket-scan': { points: 1_200, duration: 10 * 60 },
  'document-check': { points: 60, duration: 10 * 60 },
} as const;

export type Rule = keyof typeof rules;

export interface Limits {
  /** Takes one point. @throws Refusal 429 with `Retry-After` when none is left. */
  take(rule: Rule, key: string): Promise<void>;
  /** Gives back what a success should not cost. */
  clear(rule: Rule, key: string): Promise<void>;
  /** Forgets counts whose time is over: in the database every name ever guessed would stay otherwise. */
  deleteExpired(): Promise<void>;
}

/**
 * Counts by account and by address. One process counts in memory; processes that share PostgreSQL count there.
 *
 * @param postgres null for memory.
 */
export async function createLimits(postgres: Pool | null): Promise<Limits> {
  if (postgres) await createTable(postgres);
  const limiters = new Map<Rule, RateLimiterAbstract>();
  for (const [name, rule] of Object.entries(rules) as [Rule, (typeof rules)[Rule]][]) {
    limiters.set(
      name,
      postgres ? onPostgres(name, rule, postgres) : new RateLimiterMemory({ keyPrefix: name, ...rule }),
    );
  }
  const limiter = (rule: Rule) => limiters.get(rule) as RateLimiterAbstract;
  return {
    async take(rule, key) {
      try {
        await limiter(rule).consume(key);
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext / 1000);
        throw error;
      }
    },
    async clear(rule, key) {
      await limiter(rule).delete(key);
    },
    async deleteExpired() {
      await postgres?.query(`delete from ${TABLE} where expire < $1`, [Date.now()]);
    },
  };
}

const TABLE = 'rate_limits';
const TABLE_LOCK = 7_211_438;

function onPostgres(name: string, rule: { points: number; duration: number }, storeClient: Pool): RateLimiterAbstract {
  const options = { storeClient, keyPrefix: name, tableName: TABLE, tableCreated: true, clearExpiredByTimeout: false };
  return new RateLimiterPostgres({ ...options, ...rule });
}

/** Behind a lock: of two processes that create a table at the same time PostgreSQL fails one, `if not exists` or not. */
async function createTable(postgres: Pool): Promise<void> {
  // One text is one transaction.
  await postgres.query(
    `select pg_advisory_xact_lock(${TABLE_LOCK});
     create table if not exists ${TABLE} (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
  );
}
