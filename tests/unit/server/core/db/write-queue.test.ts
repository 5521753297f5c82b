import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onBehalfOf, WriteQueue } from '../../../../../src/server/core/db/write-queue.ts';

/** Lets the event loop run once. */
const yieldToEvents = () => new Promise<void>((done) => setImmediate(done));

/** A writer that waits for a slot, records that it got one, and holds it until the returned function is called. */
function writer(queue: WriteQueue, order: unknown[]) {
  return (name: unknown, userId?: number) => {
    const work = async () => {
      const end = await queue.enter();
      order.push(name);
      return end;
    };
    return userId === undefined ? work() : onBehalfOf(userId, work);
  };
}

it('C16 write slots rotate between users: one user with many writes does not delay the others', async () => {
  const order: unknown[] = [];
  const write = writer(new WriteQueue(1), order);
  const turns = [
    write('ana 1', 1),
    write('ana 2', 1),
    write('ana 3', 1),
    write('davi 1', 4),
    write('davi 2', 4),
    write('login'),
  ];
  const byName = ['ana 1', 'ana 2', 'ana 3', 'davi 1', 'davi 2', 'login'];
  for (let round = 0; round < turns.length; round += 1) {
    while (order.length === round) await yieldToEvents();
    (await turns[byName.indexOf(String(order[round]))])?.();
  }
  expect(order).toEqual(['ana 1', 'davi 1', 'login', 'ana 2', 'davi 2', 'ana 3']);
});

it('C16 one user holds at most one write slot, so a slot stays free for others', async () => {
  const order: unknown[] = [];
  const write = writer(new WriteQueue(3), order);
  const ana = [write('ana 1', 1), write('ana 2', 1)];
  const davi = write('davi', 4);
  const nobody = write('login');
  await Promise.all([davi, nobody]);
  expect(order).toEqual(['ana 1', 'davi', 'login']);
  (await ana[0])?.();
  await ana[1];
});

it('the event loop runs between two write slots', async () => {
  const queue = new WriteQueue(1);
  const order: string[] = [];
  const end = await queue.enter();
  const next = queue.enter().then(() => order.push('next'));
  setImmediate(() => order.push('everything else'));
  end();
  await next;
  expect(order).toEqual(['everything else', 'next']);
});

it('C16 a series of short writes also lets the event loop run in between', async () => {
  const queue = new WriteQueue(1);
  const order: string[] = [];
  const write = async (name: string) => {
    (await queue.enter())();
    order.push(name);
  };
  setImmediate(() => order.push('everything else'));
  await write('first');
  await write('second');
  expect(order).toEqual(['first', 'everything else', 'second']);
});

it('waiting for a write slot times out, and a waiter that timed out takes no slot later', async () => {
  const queue = new WriteQueue(1, 200);
  const end = await queue.enter();
  await expect(queue.enter()).rejects.toMatchObject({ name: 'WriteQueueFull' });
  end();
  end();
  const again = await queue.enter();
  await expect(queue.enter()).rejects.toMatchObject({ code: 'WRITE_QUEUE_FULL' });
  again();
});

it('every writer gets a slot exactly once, and writers never exceed the number of slots', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), async (people, slots) => {
      const queue = new WriteQueue(slots);
      let now = 0;
      let max = 0;
      const work = async () => {
        const end = await queue.enter();
        now += 1;
        max = Math.max(max, now);
        await yieldToEvents();
        now -= 1;
        end();
      };
      await Promise.all(people.map((person) => (person === 0 ? work() : onBehalfOf(person, work))));
      expect(max).toBeLessThanOrEqual(slots);
      expect(now).toBe(0);
    }),
    { numRuns: 50 },
  );
});
