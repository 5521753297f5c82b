import { expect, it } from 'vitest';
import { memoizeLatest } from '../../../src/islands/teaching/memoize-latest.ts';

it('the latest request is cached while the user types, and sent again after a failure or when the form opens', async () => {
  const requested: number[] = [];
  let isBroken = false;
  const ask = memoizeLatest(async (id) => {
    requested.push(id);
    if (isBroken) throw new Error('no answer');
    return id;
  });
  await ask(1, '');
  await ask(1, 'Ma');
  await ask(1, 'Mari');
  expect(requested).toEqual([1]);
  await ask(1, '');
  await ask(2, 'Mari');
  expect(requested).toEqual([1, 1, 2]);
  isBroken = true;
  await expect(ask(2, '')).rejects.toThrow();
  isBroken = false;
  expect(await ask(2, 'Mari')).toBe(2);
});
