import { expect, it } from 'vitest';
import { createBreaker } from '../../../src/connected/breaker.ts';

const PAUSE = 10_000;

function setUp() {
  const clock = { now: 0 };
  return { clock, breaker: createBreaker(PAUSE, () => clock.now) };
}

it('S12 a call that brought no answer three times in a row is left alone for a while', () => {
  const { clock, breaker } = setUp();
  for (const _ of [1, 2]) breaker.failed('a.b', 'late');
  expect(breaker.isOpen('a.b')).toBeNull();
  breaker.failed('a.b', 'silent');
  expect(breaker.isOpen('a.b')).toBe('silent');
  clock.now = PAUSE - 1;
  expect(breaker.isOpen('a.b')).toBe('silent');
});

it('one caller finds out after the pause whether the host is back, while the others are told at once', () => {
  const { clock, breaker } = setUp();
  for (const _ of [1, 2, 3]) breaker.failed('a.b', 'late');
  clock.now = PAUSE;
  expect(breaker.isOpen('a.b')).toBeNull();
  expect(breaker.isOpen('a.b')).toBe('late');
  breaker.answered('a.b');
  expect(breaker.isOpen('a.b')).toBeNull();
});

it('an answer in between begins the count anew, and other calls go on', () => {
  const { breaker } = setUp();
  for (const _ of [1, 2]) breaker.failed('a.b', 'late');
  breaker.answered('a.b');
  for (const _ of [1, 2]) breaker.failed('a.b', 'late');
  expect(breaker.isOpen('a.b')).toBeNull();
  for (const _ of [1, 2, 3]) breaker.failed('c.d', 'late');
  expect([breaker.isOpen('a.b'), breaker.isOpen('c.d')]).toEqual([null, 'late']);
});
