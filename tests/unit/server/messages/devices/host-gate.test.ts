import { expect, it } from 'vitest';
import { HostGate } from '../../../../../src/server/messages/devices/outbound.ts';
import type { PushOutcome } from '../../../../../src/server/messages/devices/send-push.ts';
import { senderSettings } from '../../../../../src/server/messages/devices/sender.ts';

const HOST = 'https://fcm.googleapis.com';
const OTHER = 'https://web.push.apple.com';
const now = Date.parse('2026-03-10T15:00:00.000Z');
const accepted: PushOutcome = { kind: 'accepted', status: 201 };
const silent: PushOutcome = { kind: 'later', status: 0, waitS: null, reason: 'timeout' };
const later = (status: number, waitS: number | null): PushOutcome => ({
  kind: 'later',
  status,
  waitS,
  reason: `http_${status}`,
});

function gateAfter(outcomes: readonly PushOutcome[]) {
  const gate = new HostGate(senderSettings);
  for (const outcome of outcomes) {
    gate.enter(HOST);
    gate.leave(HOST, outcome, now);
  }
  return gate;
}
const waitOf = (gate: HostGate) => Math.max(0, gate.heldUntil(HOST, now) - now);

it('429 pauses only its own host, for the time in the answer', () => {
  const gate = gateAfter([later(429, 120)]);
  expect(waitOf(gate)).toBeGreaterThanOrEqual(120_000);
  expect(waitOf(gate)).toBeLessThanOrEqual(144_000);
  expect(gate.heldUntil(OTHER, now)).toBe(0);
  expect(gate.heldUntil(HOST, now + 144_001)).toBe(0);
});

it.each([
  ['429 that says nothing', [later(429, null)], true],
  ['503 that says when', [later(503, 60)], true],
  ['503 that says nothing', [later(503, null)], false],
  ['some silence', Array.from({ length: senderSettings.hostTrouble - 1 }, () => silent), false],
  ['much silence in a row', Array.from({ length: senderSettings.hostTrouble }, () => silent), true],
  ['much silence, not in a row', Array.from({ length: 100 }, (_, index) => (index % 10 ? silent : accepted)), false],
])('%s', (_what, outcomes, isHeld) => {
  expect(waitOf(gateAfter(outcomes)) > 0).toBe(isHeld);
});

it('failures of parallel messages to a paused host count as one', () => {
  const gate = gateAfter(Array.from({ length: 50 }, () => later(429, null)));
  expect(waitOf(gate)).toBeLessThanOrEqual(senderSettings.firstWaitMs * 1.2);
});

it('a host has at most the allowed number of messages at once', () => {
  const gate = new HostGate(senderSettings);
  for (let index = 0; index < senderSettings.perHost; index += 1) {
    expect(gate.hasRoom(HOST)).toBe(true);
    gate.enter(HOST);
  }
  expect([gate.hasRoom(HOST), gate.hasRoom(OTHER)]).toEqual([false, true]);
  gate.leave(HOST, undefined, now);
  expect(gate.hasRoom(HOST)).toBe(true);
});
