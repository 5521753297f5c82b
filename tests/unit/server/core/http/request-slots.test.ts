import { expect, it } from 'vitest';
import { createRequestSlots } from '../../../../../src/server/core/http/request-slots.ts';

/** Work that lasts until `end` is called. */
function gate() {
  let end = () => {};
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { until, end };
}

it('C16 calls of one person run up to a limit, then wait in order, then are refused with 429 and a sentence', async () => {
  const slots = createRequestSlots(2, 3);
  const order: number[] = [];
  const gates = Array.from({ length: 5 }, gate);
  const calls = gates.map(({ until }, call) =>
    slots.take(1, () => {
      order.push(call);
      return until;
    }),
  );
  await expect(slots.take(1, async () => {})).rejects.toMatchObject({
    status: 429,
    detail: expect.stringContaining('ao mesmo tempo'),
    headers: { 'retry-after': '2' },
  });
  expect(await slots.take(4, async () => 'another person')).toBe('another person');
  await expect.poll(() => order).toEqual([0, 1]);
  for (const [index, { end }] of gates.entries()) {
    end();
    await calls[index];
  }
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(await slots.take(1, async () => 'again')).toBe('again');
});

it('a failed call releases its slot', async () => {
  const slots = createRequestSlots(1, 0);
  const fails = () => slots.take(1, () => Promise.reject(new Error('on purpose')));
  await expect(fails()).rejects.toThrow('on purpose');
  await expect(fails()).rejects.toThrow('on purpose');
});

it('the event loop serves other people between consecutive calls of one person', async () => {
  const slots = createRequestSlots();
  const done: string[] = [];
  const many = Array.from({ length: 20 }, (_, call) => slots.take(1, async () => void done.push(`one ${call}`)));
  expect(done.length).toBeLessThanOrEqual(1);
  // Like an answer from the network, which arrives in a later turn of the event loop.
  await new Promise(setImmediate);
  await slots.take(2, async () => void done.push('another'));
  await Promise.all(many);
  expect(done.indexOf('another')).toBeLessThanOrEqual(2);
  expect(done.filter((each) => each !== 'another')).toEqual(many.map((_, call) => `one ${call}`));
});
