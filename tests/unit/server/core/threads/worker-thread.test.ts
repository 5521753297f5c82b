import { threadId } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../../../src/lib/rules/time/spans.ts';
import { TookTooLong, WorkerThread } from '../../../../../src/server/core/threads/worker-thread.ts';
import type * as work from '../../../../support/thread-work.ts';

const WORK = new URL('../../../../support/thread-work.ts', import.meta.url);

describe('a worker thread', () => {
  const worker = new WorkerThread();
  afterEach(() => worker.close());

  it('runs functions of modules off the main thread, one after the other', async () => {
    const [first, second] = await Promise.all([
      worker.run<typeof work.placeOf>(WORK, 'placeOf', 'first'),
      worker.run<typeof work.placeOf>(WORK, 'placeOf', 'second'),
    ]);
    expect([first.what, second.what]).toEqual(['first', 'second']);
    expect(first.thread).not.toBe(threadId);
    expect(second).toEqual({ what: 'second', thread: first.thread, call: first.call + 1 });
  });

  it('an error comes back with its message and its code', async () => {
    await expect(worker.run<typeof work.fail>(WORK, 'fail', 'SQLITE_IOERR')).rejects.toMatchObject({
      message: 'it went wrong',
      code: 'SQLITE_IOERR',
    });
  });

  it('a call fails when its thread exits, and the next call starts a new thread', async () => {
    await expect(worker.run<typeof work.leave>(WORK, 'leave')).rejects.toThrow('the thread ended');
    expect(await worker.run<typeof work.placeOf>(WORK, 'placeOf', 'again')).toMatchObject({ what: 'again', call: 1 });
  });

  it('an argument that cannot be cloned fails only its own call', async () => {
    await expect(worker.run(WORK, 'placeOf', (() => {}) as never)).rejects.toThrow('could not be cloned');
    expect(await worker.run<typeof work.placeOf>(WORK, 'placeOf', 'next')).toMatchObject({ what: 'next' });
  });

  it('a hanging call fails after a minute, and the next call is answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hung = worker.run<typeof work.hang>(WORK, 'hang');
    vi.advanceTimersByTime(MINUTE_MS);
    vi.useRealTimers();
    await expect(hung).rejects.toThrow(TookTooLong);
    expect(await worker.run<typeof work.placeOf>(WORK, 'placeOf', 'next')).toMatchObject({ what: 'next', call: 1 });
  });

  it('a call fails after its own time limit, and the queued calls run in a new thread', async () => {
    const hung = worker.runWithin<typeof work.hang>(20, WORK, 'hang');
    const behind = ['one', 'two'].map((what) => worker.run<typeof work.placeOf>(WORK, 'placeOf', what));
    await expect(hung).rejects.toThrow(TookTooLong);
    expect(await Promise.all(behind)).toMatchObject([
      { what: 'one', call: 1 },
      { what: 'two', call: 2 },
    ]);
  });

  it('a call that ends its thread does not fail the queued calls', async () => {
    const left = worker.run<typeof work.leave>(WORK, 'leave');
    const behind = worker.run<typeof work.placeOf>(WORK, 'placeOf', 'behind');
    await expect(left).rejects.toThrow('the thread ended');
    expect(await behind).toMatchObject({ what: 'behind', call: 1 });
  });

  it('closing the worker fails its running and queued calls', async () => {
    const hung = worker.run<typeof work.hang>(WORK, 'hang');
    const behind = worker.run<typeof work.placeOf>(WORK, 'placeOf', 'behind');
    const failed = Promise.all([hung, behind].map((call) => expect(call).rejects.toThrow('the thread ended')));
    await worker.close();
    await failed;
  });

  it('closing an idle thread does not fail a call that is made meanwhile', async () => {
    await worker.run<typeof work.placeOf>(WORK, 'placeOf', 'first');
    const ended = worker.close();
    const next = worker.run<typeof work.placeOf>(WORK, 'placeOf', 'next');
    await ended;
    expect(await next).toMatchObject({ what: 'next', call: 1 });
  });
});
