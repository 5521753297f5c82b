import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { School } from '../../../../../src/server/core/http/ctx.ts';
import { createJobRunner, type Job } from '../../../../../src/server/core/jobs/job-runner.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const CEILING_MS = 30_000;

/** Jobs of a school, and what its log says. */
function runnerOf(jobs: readonly Job[], slow: readonly Job[] = []) {
  const said: { job: string; words: string }[] = [];
  const write = (facts: { job: string }, words: string) => void said.push({ job: facts.job, words });
  const log = { error: write, warn: write, info: () => undefined, debug: () => undefined };
  const school = { log, metrics: { job: () => undefined } } as unknown as School;
  return { said, ...createJobRunner(school, jobs, { slow: new Set(slow), ceilingMs: CEILING_MS }) };
}

it('S12 a hanging job does not block the jobs after it, and runs again once it has ended', async () => {
  let hanging = Promise.withResolvers<void>();
  const ran: string[] = [];
  const removeFiles = async () => {
    ran.push('removeFiles');
    await hanging.promise;
  };
  const deliverOutbox = async () => void ran.push('deliverOutbox');
  const { run, untilEnd, said } = runnerOf([removeFiles, deliverOutbox]);

  const first = run();
  await vi.advanceTimersByTimeAsync(CEILING_MS - 1);
  expect(ran).toEqual(['removeFiles']);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  expect(ran.splice(0)).toEqual(['removeFiles', 'deliverOutbox']);
  expect(said.splice(0)).toEqual([{ job: 'removeFiles', words: expect.stringContaining('takes long') }]);

  // The job still runs, so it is not started a second time, and the round does not wait for it.
  await run();
  expect([ran.splice(0), said]).toEqual([['deliverOutbox'], []]);

  hanging.reject(new Error('late'));
  await untilEnd();
  expect(said.splice(0)).toEqual([{ job: 'removeFiles', words: 'background job failed' }]);
  hanging = Promise.withResolvers<void>();
  hanging.resolve();
  await run();
  expect([ran, said]).toEqual([['removeFiles', 'deliverOutbox'], []]);
});

it('no job waits for a job that is declared slow', async () => {
  const ran: string[] = [];
  const sendWebhooks = () => new Promise(() => undefined);
  const { run } = runnerOf([sendWebhooks, async () => void ran.push('next')], [sendWebhooks]);
  await run();
  expect(ran).toEqual(['next']);
});

it('a stop waits for a hanging job up to its limit and starts no other; the log keeps naming the job', async () => {
  const ran: string[] = [];
  const removeFiles = () => new Promise(() => undefined);
  const { run, untilEnd, said } = runnerOf([removeFiles, async () => void ran.push('next')]);
  let mayContinue = true;
  const first = run(() => mayContinue);
  mayContinue = false;
  let isStopped = false;
  const stop = untilEnd(5_000).then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(isStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await stop;
  expect(said.splice(0)).toMatchObject([{ words: expect.stringContaining('still run at the stop') }]);
  await vi.advanceTimersByTimeAsync(CEILING_MS);
  await first;
  expect(ran).toEqual([]);
  said.splice(0);
  await vi.advanceTimersByTimeAsync(10 * CEILING_MS);
  await run();
  await run();
  expect(said).toEqual([{ job: 'removeFiles', words: 'a job still runs' }]);
});
