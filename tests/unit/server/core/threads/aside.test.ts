import { threadId } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../../../src/lib/rules/time/spans.ts';
import { Aside, TookTooLong } from '../../../../../src/server/core/threads/aside.ts';
import type * as work from '../../../../support/aside-work.ts';

const WORK = new URL('../../../../support/aside-work.ts', import.meta.url);

describe('a thread beside the event loop', () => {
  const aside = new Aside();
  afterEach(() => aside.close());

  it('runs functions of modules elsewhere, one after the other', async () => {
    const [first, second] = await Promise.all([
      aside.run<typeof work.placeOf>(WORK, 'placeOf', 'first'),
      aside.run<typeof work.placeOf>(WORK, 'placeOf', 'second'),
    ]);
    expect([first.what, second.what]).toEqual(['first', 'second']);
    expect(first.thread).not.toBe(threadId);
    expect(second).toEqual({ what: 'second', thread: first.thread, call: first.call + 1 });
  });

  it('an error comes back with its message and its code', async () => {
    await expect(aside.run<typeof work.fail>(WORK, 'fail', 'SQLITE_IOERR')).rejects.toMatchObject({
      message: 'it went wrong',
      code: 'SQLITE_IOERR',
    });
  });

  it('a thread that ends fails its call, and the next one starts another', async () => {
    await expect(aside.run<typeof work.leave>(WORK, 'leave')).rejects.toThrow('the thread ended');
    expect(await aside.run<typeof work.placeOf>(WORK, 'placeOf', 'again')).toMatchObject({ what: 'again', call: 1 });
  });

  it('an argument that can not be copied is an error of that call alone', async () => {
    await expect(aside.run(WORK, 'placeOf', (() => {}) as never)).rejects.toThrow('could not be cloned');
    expect(await aside.run<typeof work.placeOf>(WORK, 'placeOf', 'next')).toMatchObject({ what: 'next' });
  });

  it('a call that hangs ends after a minute, and the next one is answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hung = aside.run<typeof work.hang>(WORK, 'hang');
    vi.advanceTimersByTime(MINUTE_MS);
    vi.useRealTimers();
    await expect(hung).rejects.toThrow(TookTooLong);
    expect(await aside.run<typeof work.placeOf>(WORK, 'placeOf', 'next')).toMatchObject({ what: 'next', call: 1 });
  });

  it('a call may take as long as it says, and the calls behind it are asked anew in a fresh thread', async () => {
    const hung = aside.runWithin<typeof work.hang>(20, WORK, 'hang');
    const behind = ['one', 'two'].map((what) => aside.run<typeof work.placeOf>(WORK, 'placeOf', what));
    await expect(hung).rejects.toThrow(TookTooLong);
    expect(await Promise.all(behind)).toMatchObject([
      { what: 'one', call: 1 },
      { what: 'two', call: 2 },
    ]);
  });

  it('a call that breaks its thread takes no call of others with it', async () => {
    const left = aside.run<typeof work.leave>(WORK, 'leave');
    const behind = aside.run<typeof work.placeOf>(WORK, 'placeOf', 'behind');
    await expect(left).rejects.toThrow('the thread ended');
    expect(await behind).toMatchObject({ what: 'behind', call: 1 });
  });

  it('calls that run when it closes fail', async () => {
    const hung = aside.run<typeof work.hang>(WORK, 'hang');
    const behind = aside.run<typeof work.placeOf>(WORK, 'placeOf', 'behind');
    const failed = Promise.all([hung, behind].map((call) => expect(call).rejects.toThrow('the thread ended')));
    await aside.close();
    await failed;
  });

  it('a thread that ends while idle takes no call of the next one with it', async () => {
    await aside.run<typeof work.placeOf>(WORK, 'placeOf', 'first');
    const ended = aside.close();
    const next = aside.run<typeof work.placeOf>(WORK, 'placeOf', 'next');
    await ended;
    expect(await next).toMatchObject({ what: 'next', call: 1 });
  });
});
