import { randomBytes } from 'node:crypto';
import type { BrandKey } from '#lib/brand.ts';
import type { CallAnswer } from '#lib/contract/core.ts';
import type { testPush as call } from '#lib/contract/devices.ts';
import { routes } from '#lib/routes.ts';
import { pushMessages } from '#lib/words/devices.ts';
import type { Ctx } from '../http/ctx.ts';
import { brandsOf, devicesOf, type SubscriptionRow } from './queries.ts';
import { type PushOutcome, sendPush } from './send-push.ts';

const TTL_S = 60;

/** Sends a test to every own device and says what became of it; a device that its service no longer knows is forgotten. */
export async function testPush(ctx: Ctx): Promise<CallAnswer<typeof call>> {
  const { db, session, limits } = ctx;
  await limits.take('push-test', `user:${session.userId}`);
  const devices = await devicesOf(db, session.userId);
  const brand = (await brandsOf(db, [session.userId])).get(session.userId) ?? 'knn';
  const outcomes = await Promise.all(devices.map((device) => sendTest(ctx, device, brand)));
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

async function sendTest(ctx: Ctx, device: SubscriptionRow, brand: BrandKey): Promise<PushOutcome> {
  const token = randomBytes(18).toString('base64url');
  const outcome = await sendPush(ctx, device, {
    title: pushMessages.test.title,
    body: pushMessages.test.body,
    path: routes.dashboard(),
    tag: 'teste',
    token,
    brand,
    ttlS: TTL_S,
    urgency: 'high',
  });
  // Nobody tries a test again, so silence is a failure; patience is what a service asked for.
  const known: PushOutcome =
    outcome.kind === 'later' && outcome.status === 0 ? { kind: 'failed', status: 0, reason: outcome.reason } : outcome;
  await keepOutcome(ctx, device, token, known);
  return known;
}

/** Writes what became of a message, and forgets the device that is gone (PUSH-14). */
async function keepOutcome(
  { db, now }: Ctx,
  device: SubscriptionRow,
  token: string,
  outcome: PushOutcome,
): Promise<void> {
  const at = now().toISOString();
  const isAccepted = outcome.kind === 'accepted';
  const reason = 'reason' in outcome ? outcome.reason : isAccepted ? null : outcome.kind;
  await db
    .insertInto('push_deliveries')
    .values({
      user_id: device.user_id,
      subscription_id: outcome.kind === 'gone' ? null : device.id,
      token,
      kind: 'teste',
      state: isAccepted ? 'aceita' : outcome.kind === 'gone' ? 'expirada' : 'falhou',
      attempts: 1,
      last_status: outcome.status,
      reason,
      at,
      sending_id: null,
      message_id: null,
      device_type: device.device_type,
      platform: device.platform,
      due_at: null,
      expires_at: null,
      claimed_until: null,
    })
    .execute();
  if (outcome.kind === 'gone') {
    await db.deleteFrom('push_subscriptions').where('id', '=', device.id).execute();
    return;
  }
  const error = isAccepted ? null : JSON.stringify({ status: outcome.status, reason, at });
  await db
    .updateTable('push_subscriptions')
    .set(isAccepted ? { last_ok_at: at, last_error: null } : { last_error: error })
    .where('id', '=', device.id)
    .execute();
}
