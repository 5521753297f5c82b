import { ECDH } from 'node:crypto';
import bowser from 'bowser';
import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import type * as devices from '#lib/contract/devices.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { pushMessages } from '#lib/words/devices.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict, notFound, refused } from '../../core/http/refusal.ts';
import { isPushEndpoint } from './endpoint-policy.ts';
import { present } from './present.ts';
import { devicesOf, forgetDevices, type SubscriptionRow, storeDevice } from './queries.ts';

/** Max. devices of a person: the one inactive for longest is removed. */
const MAX_DEVICES = 16;

/**
 * Stores the push subscription of this device for the logged-in user.
 *
 * @throws Refusal 400 for an address of no known push service and for keys that cannot encrypt, 403 for another user's
 *   id, 409 for an endpoint with another auth value and for an auth value of another endpoint.
 */
export async function subscribeDevice(
  ctx: Ctx,
  body: ParsedInput<typeof devices.subscribe>['body'],
): Promise<CallAnswer<typeof devices.subscribe>> {
  const { db, session, config } = ctx;
  if (!isPushEndpoint(body.endpoint, config.PUSH_HOSTS)) {
    throw refused(pushMessages.unknownService, { endpoint: pushMessages.unknownService });
  }
  if (!areDeviceKeys(body)) throw refused(pushMessages.unusableKeys, { p256dh: pushMessages.unusableKeys });
  const at = ctx.now().toISOString();
  const stored = await storeDevice(db, {
    user_id: session.userId,
    endpoint: body.endpoint,
    p256dh: body.p256dh,
    auth: body.auth,
    is_pwa: body.is_pwa,
    device_type: body.device_type,
    platform: platformOf(ctx.request.headers.get('user-agent')),
    session_id: ctx.session.tokenId,
    created_at: at,
    updated_at: at,
    last_ok_at: null,
    last_error: null,
  });
  if (!stored) throw conflict(pushMessages.foreignDevice, 'foreign_device');
  await makeRoom(ctx);
  return present(stored);
}

/**
 * Refreshes the device with this auth value, and moves it to the user logged in there now: the auth value gives this
 * right (PUSH-16).
 *
 * @throws Refusal 403 for another user's id, 404 for an unknown device.
 */
export async function updateDevice(
  ctx: Ctx,
  body: ParsedInput<typeof devices.updateSubscription>['body'],
): Promise<CallAnswer<typeof devices.updateSubscription>> {
  const moved = await ctx.db
    .updateTable('push_subscriptions')
    .set({
      user_id: ctx.session.userId,
      is_pwa: body.is_pwa,
      device_type: body.device_type,
      platform: platformOf(ctx.request.headers.get('user-agent')),
      session_id: ctx.session.tokenId,
      updated_at: ctx.now().toISOString(),
    })
    .where('auth', '=', body.auth)
    .returningAll()
    .executeTakeFirst();
  if (!moved) throw notFound(pushMessages.unknownDevice);
  return present(moved);
}

async function makeRoom({ db, session }: Ctx): Promise<void> {
  const devices = await devicesOf(db, session.userId);
  const old = devices.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at) || b.id - a.id).slice(MAX_DEVICES);
  if (old.length === 0) return;
  await db
    .deleteFrom('push_subscriptions')
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute();
}

const platforms: Readonly<Record<string, SubscriptionRow['platform']>> = {
  ios: 'ios',
  android: 'android',
  windows: 'windows',
  macos: 'macos',
  linux: 'linux',
  'chrome os': 'linux',
};

function platformOf(agent: string | null): SubscriptionRow['platform'] {
  if (!agent) return 'outro';
  return platforms[bowser.parse(agent).os.name?.toLowerCase() ?? ''] ?? 'outro';
}

const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** Whether a message can be encrypted for a device (RFC 8291): its key is a point of P-256, its secret has sixteen bytes. */
function areDeviceKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** A logout removes its device, so that the next user of a shared device never sees the previous user's notices (OPEN-09). */
export const forgetDeviceOf = (db: Db, sessionId: string) => forgetDevices(db, { sessionId });

/** Removes all devices of a person, when all sessions end. */
export const forgetDevicesOf = (db: Db, userId: number) => forgetDevices(db, { userId });

/** Removes devices that were not opened and accepted no message for the configured number of days. */
export async function forgetOldDevices({ config, db, now }: Pick<School, 'config' | 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - config.RETENTION_DAYS.devices * DAY_MS).toISOString();
  await db
    .deleteFrom('push_subscriptions')
    .where('updated_at', '<', before)
    .where((where) => where.or([where('last_ok_at', 'is', null), where('last_ok_at', '<', before)]))
    .execute();
}
