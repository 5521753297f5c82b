import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { nowOf } from '../db/locking.ts';
import { onNobodysBehalf } from '../db/write-queue.ts';
import type { School } from '../http/ctx.ts';

const JOBS = 'jobs';
/** How often the leader renews its lease, and the others check it. */
const BEAT_MS = 1_000;
/** A lease that was not renewed for this long may be taken by another process. */
const LEASE_MS = 5_000;
const SOON_MS = 20;

export interface Leadership {
  start(): void;
  /** Whether this process runs the jobs. */
  holds(): boolean;
  /** Asks the leader, this process or another, to run the jobs soon. */
  ask(): void;
  /** Gives up the lease at once. */
  stop(): Promise<void>;
}

/** Logs once that the lease could be neither read nor written for its whole duration. */
function createSilence(log: School['log']) {
  let since: number | null = null;
  let isSaid = false;
  return {
    note(error: unknown): void {
      log.debug({ err: error }, 'the lease of the jobs was not read');
      since ??= performance.now();
      if (isSaid || performance.now() - since < LEASE_MS) return;
      isSaid = true;
      log.warn({ err: error }, 'the lease of the jobs is not read: this process runs none, and perhaps no other does');
    },
    end(): void {
      if (isSaid) log.info('the lease of the jobs is read again');
      since = null;
      isSaid = false;
    },
  };
}

/**
 * Elects the process that runs the jobs (0084). For a moment two may run them, because a process that was suspended
 * still works after another took over. Therefore each job claims its rows.
 *
 * @param onWake called if this process is the leader and should run the jobs soon.
 */
export function electLeader({ database, log }: Pick<School, 'database' | 'log'>, onWake: () => void): Leadership {
  if (database.engine === 'sqlite') {
    return { start: () => {}, holds: () => true, ask: onWake, stop: async () => {} };
  }
  const { db } = database;
  const now = nowOf(db);
  const later = sql<number>`${now} + ${sql.lit(LEASE_MS)}`;
  const me = randomUUID();
  let isStarted = false;
  let holdsUntil = 0;
  let wakes: number | undefined;
  const silence = createSilence(log);
  let timer: NodeJS.Timeout | undefined;
  let asking: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const holds = () => performance.now() < holdsUntil;

  const renew = () =>
    db
      .updateTable('leases')
      .set({ until: later })
      .where('name', '=', JOBS)
      .where('holder', '=', me)
      .returning('wakes')
      .executeTakeFirst();
  async function takeOver() {
    const known = await db
      .selectFrom('leases')
      .select(sql<boolean>`until > ${now}`.as('is_held'))
      .where('name', '=', JOBS)
      .executeTakeFirst();
    if (known?.is_held) return undefined;
    return db
      .insertInto('leases')
      .values({ name: JOBS, holder: me, until: later })
      .onConflict((found) =>
        found.column('name').doUpdateSet({ holder: me, until: later }).where('leases.until', '<=', now),
      )
      .returning('wakes')
      .executeTakeFirst();
  }
  async function beat() {
    const [at, held] = [performance.now(), holds()];
    const row = (await renew()) ?? (await takeOver());
    holdsUntil = row ? at + LEASE_MS : 0;
    if (held !== (row !== undefined)) log.info(row ? 'this process runs the jobs' : 'another process runs the jobs');
    // A request to run the jobs may have come while there was no leader.
    if (row && (!held || row.wakes !== wakes)) onWake();
    wakes = row?.wakes;
    silence.end();
  }
  function schedule(delay: number) {
    timer = setTimeout(() => {
      running = beat()
        .catch(silence.note)
        .finally(() => isStarted && schedule(BEAT_MS));
    }, delay);
    timer.unref();
  }
  const askOthers = () => {
    asking = undefined;
    const woken = db.updateTable('leases').set({ wakes: sql<number>`wakes + 1` }).where('name', '=', JOBS).execute();
    return woken.catch((error) => log.debug({ err: error }, 'nobody was asked to run the jobs'));
  };
  return {
    start() {
      isStarted = true;
      schedule(0);
    },
    holds,
    ask() {
      if (holds()) return onWake();
      if (isStarted) onNobodysBehalf(() => (asking ??= setTimeout(askOthers, SOON_MS).unref()));
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await running;
      if (asking) {
        clearTimeout(asking);
        await askOthers();
      }
      if (!holds()) return;
      holdsUntil = 0;
      const over = db.deleteFrom('leases').where('name', '=', JOBS).where('holder', '=', me).execute();
      await over.catch((error) => log.debug({ err: error }, 'the lease of the jobs ends by itself'));
    },
  };
}
