import { expect, it } from 'vitest';
import { Remembered } from '../../../../../src/server/core/http/remembered.ts';

const ANA = 1;

it('an answer is shown again for a minute, unless the person writes', async () => {
  let at = 0;
  let asked = 0;
  const remembered = new Remembered(() => new Date(at));
  const ask = async () => ++asked;
  expect(remembered.get(ANA)).toBeUndefined();
  expect(await remembered.put(ANA, ask)).toBe(1);
  at = 59_999;
  expect(await remembered.get(ANA)).toBe(1);
  at = 60_000;
  expect(remembered.get(ANA)).toBeUndefined();
  await remembered.put(ANA, ask);
  remembered.forget(ANA);
  expect(remembered.get(ANA)).toBeUndefined();
});

it('a failure is not remembered', async () => {
  const remembered = new Remembered(() => new Date(0));
  await expect(remembered.put(ANA, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(remembered.get(ANA)).toBeUndefined();
});
