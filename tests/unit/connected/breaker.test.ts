import { expect, it } from 'vitest';
import { createBreaker } from '../../../src/connected/breaker.ts';

const PAUSE = 10_000;

function setUp() {
  const clock = { now: 0 };
  return { clock, breaker: createBreaker(PAUSE, () => clock.now) };
}

it('S12 the circuit breaker opens after three failures of a call in a row', () => {
  const { clock, breaker } = setUp();
  for (const _ of [1, 2]) breaker.failed('a.b', 'late', 'whole');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
  breaker.failed('a.b', 'silent', 'whole');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBe('silent');
  clock.now = PAUSE - 1;
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBe('silent');
});

it('after the pause one caller tries the host again, while the others still fail at once', () => {
  const { clock, breaker } = setUp();
  for (const _ of [1, 2, 3]) breaker.failed('a.b', 'late', 'whole');
  clock.now = PAUSE;
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
  expect(breaker.isOpen('a.b', 'whole', 'two')).toBe('late');
  // The same page makes two calls, and the breaker lets both through.
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
  breaker.failed('a.b', 'late', 'whole');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBe('late');
  breaker.answered('a.b', 'page');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
});

it('an answer resets the count of failures, and each call has a breaker of its own', () => {
  const { breaker } = setUp();
  for (const _ of [1, 2]) breaker.failed('a.b', 'late', 'whole');
  breaker.answered('a.b', 'page');
  for (const _ of [1, 2]) breaker.failed('a.b', 'late', 'whole');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
  for (const _ of [1, 2, 3]) breaker.failed('c.d', 'late', 'whole');
  expect([breaker.isOpen('a.b', 'whole', 'one'), breaker.isOpen('c.d', 'whole', 'one')]).toEqual([null, 'late']);
});

it('a call that is too slow only for pages is blocked only for pages, until an answer comes within their time limit', () => {
  const { breaker } = setUp();
  for (const _ of [1, 2, 3]) breaker.failed('a.b', 'late', 'page');
  expect([breaker.isOpen('a.b', 'page', 'one'), breaker.isOpen('a.b', 'whole', 'one'), breaker.resting()]).toEqual([
    'late',
    null,
    1,
  ]);
  breaker.answered('a.b', 'whole');
  expect(breaker.isOpen('a.b', 'page', 'one')).toBe('late');
  breaker.answered('a.b', 'page');
  expect(breaker.isOpen('a.b', 'page', 'one')).toBeNull();
});

it('a call that never answers is blocked for pages and browsers, and counts as one open breaker', () => {
  const { breaker } = setUp();
  for (const _ of [1, 2, 3]) breaker.failed('a.b', 'silent', 'whole');
  expect([breaker.isOpen('a.b', 'page', 'one'), breaker.isOpen('a.b', 'whole', 'one'), breaker.resting()]).toEqual([
    'silent',
    'silent',
    1,
  ]);
});
