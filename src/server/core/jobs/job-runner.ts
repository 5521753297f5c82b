import type { School } from '../http/ctx.ts';

/** A run that took longer stands in the log. */
const SLOW_MS = 1_000;
/** A job may take longer, but the next ones do not wait for it. */
const CEILING_MS = 30_000;
/** A job that still runs is named again after so many ceilings. */
const CEILINGS_TO_REPEAT = 10;

export type Job = (school: School) => Promise<unknown>;

/** Runs a job, measures it, and lets the next one run whatever happened. */
async function runJob(school: School, job: Job): Promise<void> {
  const { log, metrics } = school;
  const started = performance.now();
  let isDone = false;
  try {
    await job(school);
    isDone = true;
  } catch (error) {
    log.error({ err: error, job: job.name }, 'background job failed');
  }
  const ms = performance.now() - started;
  metrics.job(job.name, isDone, ms / 1000, Date.now() / 1000);
  log[ms > SLOW_MS ? 'info' : 'debug']({ job: job.name, ms: Math.round(ms) }, 'a job ran');
}

/**
 * Runs jobs one after the other. A job that takes longer than the ceiling goes on beside the next ones, and is not started
 * a second time before it ended.
 *
 * @param slow these wait for systems of others: no other job ever waits for them
 */
export function createJobRunner(
  school: School,
  jobs: readonly Job[],
  { slow, ceilingMs = CEILING_MS }: { slow: ReadonlySet<Job>; ceilingMs?: number },
) {
  const running = new Map<Job, { run: Promise<void>; namedAt: number }>();

  /** @returns null if the job still runs */
  function start(job: Job): Promise<void> | null {
    const known = running.get(job);
    if (known) {
      const now = performance.now();
      if (now - known.namedAt < CEILINGS_TO_REPEAT * ceilingMs) return null;
      known.namedAt = now;
      school.log.warn({ job: job.name }, 'a job still runs');
      return null;
    }
    const run = runJob(school, job).finally(() => running.delete(job));
    running.set(job, { run, namedAt: performance.now() });
    return run;
  }
  async function upToCeiling(job: Job, run: Promise<void>): Promise<void> {
    const { promise: ceiling, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      school.log.warn({ job: job.name, ms: ceilingMs }, 'a job takes long; the next ones do not wait for it');
      resolve();
    }, ceilingMs);
    await Promise.race([run, ceiling]);
    clearTimeout(timer);
  }
  return {
    /** Runs every job that does not run already, as long as this is wanted. */
    async run(mayContinue = () => true): Promise<void> {
      for (const job of jobs) {
        if (!mayContinue()) return;
        const run = start(job);
        if (run && !slow.has(job)) await upToCeiling(job, run);
      }
    },
    /** Waits for the jobs that run: for good, or so long. */
    async untilEnd(limitMs?: number): Promise<void> {
      const ended = Promise.all([...running.values()].map(({ run }) => run));
      if (limitMs === undefined) return void (await ended);
      const { promise: limit, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        const names = [...running.keys()].map(({ name }) => name);
        school.log.warn({ jobs: names, ms: limitMs }, 'jobs still run at the stop: it does not wait for them');
        resolve();
      }, limitMs);
      await Promise.race([ended, limit]);
      clearTimeout(timer);
    },
  };
}
