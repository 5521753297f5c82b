import type { Broadcast, Counts } from '#lib/contract/broadcasts.schema.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, Db } from '../../core/http/ctx.ts';
import { queueDeliveries } from '../../messages/devices/queue-deliveries.ts';
import { fillText, personalOf } from './personal.ts';
import { presentBroadcast } from './present.ts';
import { noCounts } from './preview-audience.ts';
import type { BroadcastRow } from './queries.ts';

/** A manager looks at a test at once or never. */
const TEST_TTL_MS = 10 * 60_000;

/** Queues a broadcast for the user's own devices, at once and at any hour. The broadcast itself does not change. */
export async function testBroadcast(
  ctx: Ctx,
  tx: Db,
  row: BroadcastRow,
): Promise<{ sending: Broadcast; counts: Counts }> {
  const { userId } = ctx.session;
  const at = ctx.now();
  const devices = await tx
    .selectFrom('push_subscriptions')
    .select(['id', 'device_type', 'platform'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const values = (await personalOf(tx, ctx, { userIds: [userId], turmaIds: [] }, at)).get(userId) ?? {};
  const message = await tx
    .insertInto('push_messages')
    .values({
      // It belongs to no broadcast: deleting a draft would delete it, and a test would count in the log.
      sending_id: null,
      notice_id: null,
      ...fillText(row, values),
      path: row.link,
      tag: `teste-${row.id}`,
      icon_url: row.icon_url,
      image_url: row.image_url,
      urgency: 'high',
      respect_quiet_hours: false,
      created_at: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const expires_at = new Date(at.getTime() + TEST_TTL_MS).toISOString();
  await queueDeliveries(
    tx,
    devices.map(({ id, device_type, platform }) => ({
      user_id: userId,
      subscription_id: id,
      device_type,
      platform,
      message_id: message.id,
      sending_id: null,
      kind: 'teste' as const,
      due_at: at.toISOString(),
      expires_at,
    })),
    at,
  );
  await audit({ ...ctx, db: tx }, 'sending-test', `sending:${row.id}`);
  const counts = { ...noCounts, people: 1, devices: devices.length, without_push: devices.length === 0 ? 1 : 0 };
  return { sending: await presentBroadcast(tx, row), counts };
}
