import type { School } from '../http/ctx.ts';

/** A run that took longer stands in the log. */
const SLOW_MS = 1_000;
/** A job may take longer, but the next ones do not wait for it. */
const CEILING_MS = 30_000;

export type Job = (school: School) => Promise<unknown>;

/** Runs a job, measures it, and lets the next one run whatever happened. */
async function runJob(school: School, job: Job): Promise<void> {
  const { log, meters } = school;
  const started = performance.now();
  let isDone = false;
  try {
    await job(school);
    isDone = true;
  } catch (error) {
    log.error({ err: error, job: job.name }, 'background job failed');
  }
  const ms = performance.now() - started;
  meters.job(job.name, isDone, ms / 1000, Date.now() / 1000);
  log[ms > SLOW_MS ? 'info' : 'debug']({ job: job.name, ms: Math.round(ms) }, 'a job ran');
}

/**
 * Runs jobs in turns, one after the other. A job that takes longer than the ceiling goes on beside the next ones, and no
 * turn starts it a second time before it ended.
 *
 * @param slow these wait for systems of others: no other job ever waits for them
 */
export function createJobTurns(
  school: School,
  jobs: readonly Job[],
  { slow, ceilingMs = CEILING_MS }: { slow: ReadonlySet<Job>; ceilingMs?: number },
) {
  const underWay = new Map<Job, Promise<void>>();

  /** @returns null if the job still runs */
  function start(job: Job): Promise<void> | null {
    if (underWay.has(job)) return null;
    const run = runJob(school, job).finally(() => underWay.delete(job));
    underWay.set(job, run);
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
    /** Runs every job that does not run already. */
    async run(): Promise<void> {
      for (const job of jobs) {
        const run = start(job);
        if (run && !slow.has(job)) await upToCeiling(job, run);
      }
    },
    /** Waits for the jobs that run. */
    async untilEnd(): Promise<void> {
      await Promise.all(underWay.values());
    },
  };
}
