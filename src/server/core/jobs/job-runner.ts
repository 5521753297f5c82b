import type { School } from '../http/ctx.ts';

/** A run that took longer is logged. */
const SLOW_MS = 1_000;
/** A job may take longer, but then the next jobs no longer wait for it. */
const CEILING_MS = 30_000;
/** A job that still runs is logged again after this many ceilings. */
const CEILINGS_TO_REPEAT = 10;

export type Job = (school: School) => Promise<unknown>;

/** Runs a job, measures it, and logs its error, so that the next job runs in any case. */
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
 * Runs jobs one after the other. A job that exceeds the ceiling continues in parallel with the next ones, and is not started
 * again before it has ended.
 *
 * @param slow jobs that wait for other systems: no other job ever waits for them
 */
export function createJobRunner(
  school: School,
  jobs: readonly Job[],
  { slow, ceilingMs = CEILING_MS }: { slow: ReadonlySet<Job>; ceilingMs?: number },
) {
  const running = new Map<Job, { run: Promise<void>; namedAt: number }>();

  /** @returns null if the job is still running */
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
    /** Starts every job that is not running, as long as `mayContinue` returns true. */
    async run(mayContinue = () => true): Promise<void> {
      for (const job of jobs) {
        if (!mayContinue()) return;
        const run = start(job);
        if (run && !slow.has(job)) await upToCeiling(job, run);
      }
    },
    /** Waits for the running jobs to end, at most `limitMs`. */
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
