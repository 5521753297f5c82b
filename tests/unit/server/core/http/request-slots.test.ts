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

it('C16 a person has so many calls running, so many waiting in their order, and the next is refused in words', async () => {
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

it('a call that fails gives its place back', async () => {
  const slots = createRequestSlots(1, 0);
  const fails = () => slots.take(1, () => Promise.reject(new Error('on purpose')));
  await expect(fails()).rejects.toThrow('on purpose');
  await expect(fails()).rejects.toThrow('on purpose');
});

it('others get turns of the event loop between the calls of one person, though these run without a pause', async () => {
  const slots = createRequestSlots();
  const done: string[] = [];
  const many = Array.from({ length: 20 }, (_, call) => slots.take(1, async () => void done.push(`one ${call}`)));
  expect(done.length).toBeLessThanOrEqual(1);
  // As an answer from the network: it comes in a later turn.
  await new Promise(setImmediate);
  await slots.take(2, async () => void done.push('another'));
  await Promise.all(many);
  expect(done.indexOf('another')).toBeLessThanOrEqual(2);
  expect(done.filter((each) => each !== 'another')).toEqual(many.map((_, call) => `one ${call}`));
});
