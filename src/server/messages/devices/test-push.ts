import type { z } from 'zod';
import type { Counts } from '#lib/contract/broadcasts.schema.ts';
import { routes } from '#lib/routes.ts';
import { pushMessages } from '#lib/words/devices.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { ownBrand } from '../../core/http/public-url.ts';
import { endedBy } from './deliver.ts';
import { devicesOf, type SubscriptionRow } from './queries.ts';
import { pushRow } from './queue-deliveries.ts';
import { type PushOutcome, sendPush } from './send-push.ts';
import { writeResults } from './write-results.ts';

const TTL_S = 60;

/** Sends a test to each of the user's devices and returns the outcomes. A device unknown to its service is removed. */
export async function testPush(ctx: Ctx): Promise<z.input<typeof Counts>> {
  const { db, session, limits } = ctx;
  await limits.take('push-test', `user:${session.userId}`);
  const devices = await devicesOf(db, session.userId);
  const outcomes = await Promise.all(devices.map((device) => sendTest(ctx, device)));
  const count = (kind: PushOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    people: 1,
    devices: devices.length,
    without_push: devices.length === 0 ? 1 : 0,
    opted_out: 0,
    accepted: count('accepted'),
    shown: 0,
    clicked: 0,
    failed: count('failed'),
    expired: count('gone'),
    retrying: count('later'),
  };
}

/**
 * Writes the row before the message is sent, already claimed by this process: a device may report at once that it showed the
 * message, and if this process dies, the sender completes the row.
 */
async function sendTest(ctx: Ctx, device: SubscriptionRow): Promise<PushOutcome> {
  const at = ctx.now();
  const claimedUntil = new Date(at.getTime() + TTL_S * 1_000).toISOString();
  const { id: deviceId, user_id } = device;
  const times = { due_at: at.toISOString(), expires_at: claimedUntil, claimed_until: claimedUntil };
  const row = pushRow({ user_id, kind: 'teste', ...times }, device, at);
  const { id } = await ctx.db.insertInto('deliveries').values(row).returning('id').executeTakeFirstOrThrow();
  const { title, body } = pushMessages.test;
  const outcome = await sendPush(ctx, device, {
    title,
    body,
    path: routes.dashboard(),
    tag: 'teste',
    token: row.token,
    brand: ownBrand(ctx),
    ttlS: TTL_S,
    urgency: 'high',
  });
  // A test is not retried, so a service that asks to wait counts as a failure.
  const end = outcome.kind === 'later' ? { ...outcome, kind: 'failed' as const } : outcome;
  await writeResults(ctx, [endedBy({ row: { id, claimedUntil, also: [] }, deviceId }, end)]);
  return outcome.kind === 'later' && outcome.status === 0 ? end : outcome;
}
