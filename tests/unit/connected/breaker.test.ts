import { expect, it } from 'vitest';
import { createBreaker } from '../../../src/connected/breaker.ts';

const PAUSE = 10_000;

function setUp() {
  const clock = { now: 0 };
  return { clock, breaker: createBreaker(PAUSE, () => clock.now) };
}

it('S12 a call that brought no answer three times in a row is left alone for a while', () => {
  const { clock, breaker } = setUp();
  for (const _ of [1, 2]) breaker.failed('a.b', 'late', 'whole');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
  breaker.failed('a.b', 'silent', 'whole');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBe('silent');
  clock.now = PAUSE - 1;
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBe('silent');
});

it('one caller finds out after the pause whether the host is back, while the others are told at once', () => {
  const { clock, breaker } = setUp();
  for (const _ of [1, 2, 3]) breaker.failed('a.b', 'late', 'whole');
  clock.now = PAUSE;
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
  expect(breaker.isOpen('a.b', 'whole', 'two')).toBe('late');
  // The same page asks twice, and both answers count.
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
  breaker.failed('a.b', 'late', 'whole');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBe('late');
  breaker.answered('a.b', 'page');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
});

it('an answer in between begins the count anew, and other calls go on', () => {
  const { breaker } = setUp();
  for (const _ of [1, 2]) breaker.failed('a.b', 'late', 'whole');
  breaker.answered('a.b', 'page');
  for (const _ of [1, 2]) breaker.failed('a.b', 'late', 'whole');
  expect(breaker.isOpen('a.b', 'whole', 'one')).toBeNull();
  for (const _ of [1, 2, 3]) breaker.failed('c.d', 'late', 'whole');
  expect([breaker.isOpen('a.b', 'whole', 'one'), breaker.isOpen('c.d', 'whole', 'one')]).toEqual([null, 'late']);
});

it('a call that is late for pages alone rests for pages alone, until an answer comes in time for them', () => {
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

it('a call that nobody gets an answer from rests for pages too, and counts once', () => {
  const { breaker } = setUp();
  for (const _ of [1, 2, 3]) breaker.failed('a.b', 'silent', 'whole');
  expect([breaker.isOpen('a.b', 'page', 'one'), breaker.isOpen('a.b', 'whole', 'one'), breaker.resting()]).toEqual([
    'silent',
    'silent',
    1,
  ]);
});
