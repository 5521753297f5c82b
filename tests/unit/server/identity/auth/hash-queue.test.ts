import { afterEach, expect, it, vi } from 'vitest';
import { HashQueue } from '../../../../../src/server/identity/auth/hash-queue.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('the queue verifies its own hashes, and treats an invalid hash as a wrong password', async () => {
  const queue = new HashQueue();
  const hash = await queue.hash('portal-demo');
  expect(await queue.verify(hash, 'portal-demo')).toBe(true);
  expect(await queue.verify(hash, 'Portal-demo')).toBe(false);
  expect(await queue.verify('no hash', 'portal-demo')).toBe(false);
});

it('P7 the queue completes every verification, also when many wait', async () => {
  // Without this a slow machine would exceed the time limit of the queue.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const queue = new HashQueue(1);
  const hash = await queue.hash('x');
  const answers = await Promise.all(Array.from({ length: 30 }, () => queue.verify(hash, 'x')));
  expect(answers.every(Boolean)).toBe(true);
});

it('a request that waited eight seconds is refused with 429', async () => {
  vi.useFakeTimers();
  const full = new HashQueue(0);
  const refused = expect(full.hash('x')).rejects.toMatchObject({ status: 429 });
  await vi.advanceTimersByTimeAsync(8_000);
  await refused;
});

it('S6 the decoy hash has the cost of a real one and matches no password, also when the queue is full', async () => {
  const cost = (hash: string) => hash.split('$').slice(0, 4).join('$');
  const queue = new HashQueue();
  const decoy = await new HashQueue(0).decoy();
  expect(cost(decoy)).toBe(cost(await queue.hash('x')));
  for (const password of ['', 'x', 'portal-demo', decoy]) expect(await queue.verify(decoy, password)).toBe(false);
});
