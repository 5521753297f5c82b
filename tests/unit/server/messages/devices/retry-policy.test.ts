import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextTry, secondsOf, topicOf, waitAfter } from '../../../../../src/server/messages/devices/send-push.ts';
import { senderSettings } from '../../../../../src/server/messages/devices/sender.ts';

const now = new Date('2026-03-10T15:00:00.000Z');

it.each([
  [1, null, 0.5, 30_000],
  [2, null, 0.5, 60_000],
  [5, null, 0, 384_000],
  [40, null, 1, senderSettings.longestWaitMs],
  [1, 120, 0, 120_000],
  [7, 10, 1, 12_000],
  [1, 10 ** 9, 0, senderSettings.longestWaitMs],
])('after %d attempts with Retry-After %s and random %d: %d ms', (attempts, waitS, random, expected) => {
  expect(waitAfter(attempts, waitS, senderSettings, random)).toBe(expected);
});

it('a retry waits at least the time in the answer, never longer than the cap, never past the expiry', () => {
  const inputs = fc.record({
    attempts: fc.integer({ min: 1, max: 20 }),
    waitS: fc.option(fc.integer({ min: 0, max: 100_000 })),
    leftMs: fc.option(fc.integer({ min: -1_000, max: 40_000_000 })),
  });
  fc.assert(
    fc.property(inputs, ({ attempts, waitS, leftMs }) => {
      const expiresAt = leftMs === null ? null : new Date(now.getTime() + leftMs);
      const next = nextTry({ attempts, waitS, expiresAt, now }, senderSettings);
      if (next === null) {
        expect(attempts >= senderSettings.maxAttempts || leftMs !== null).toBe(true);
        return;
      }
      const wait = next.getTime() - now.getTime();
      expect(attempts).toBeLessThan(senderSettings.maxAttempts);
      expect(wait).toBeGreaterThanOrEqual(Math.min((waitS ?? 0) * 1_000, senderSettings.longestWaitMs));
      expect(wait).toBeLessThanOrEqual(senderSettings.longestWaitMs);
      if (leftMs !== null) expect(wait).toBeLessThan(leftMs);
    }),
  );
});

it.each([
  [null, null],
  ['120', 120],
  ['0', 0],
  ['-5', 0],
  ['soon', null],
  ['', null],
  [new Date(Date.now() - 60_000).toUTCString(), 0],
])('Retry-After %j is %s s', (header, seconds) => {
  expect(secondsOf(header)).toBe(seconds);
});

it('Retry-After may be a date', () => {
  const seconds = secondsOf(new Date(Date.now() + 90_000).toUTCString());
  expect(seconds).toBeGreaterThanOrEqual(88);
  expect(seconds).toBeLessThanOrEqual(91);
});

it.each([
  ['envio-7', 'envio-7'],
  ['aula:7/ção', 'aula7o'],
  ['x'.repeat(40), 'x'.repeat(32)],
])('the topic of %j is %j', (tag, topic) => {
  expect(topicOf(tag)).toBe(topic);
});
