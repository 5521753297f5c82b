import { expect, it } from 'vitest';
import { UserCache } from '../../../../../src/server/core/http/user-cache.ts';

const ANA = 1;

it('an answer is cached for a minute, or until it is invalidated for that person', async () => {
  let at = 0;
  let requested = 0;
  const cache = new UserCache(() => new Date(at));
  const ask = async () => ++requested;
  expect(cache.get(ANA)).toBeUndefined();
  expect(await cache.put(ANA, ask)).toBe(1);
  at = 59_999;
  expect(await cache.get(ANA)).toBe(1);
  at = 60_000;
  expect(cache.get(ANA)).toBeUndefined();
  await cache.put(ANA, ask);
  cache.forget(ANA);
  expect(cache.get(ANA)).toBeUndefined();
});

it('a failure is not cached', async () => {
  const cache = new UserCache(() => new Date(0));
  await expect(cache.put(ANA, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(cache.get(ANA)).toBeUndefined();
});
