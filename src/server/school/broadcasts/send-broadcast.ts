import type { Broadcast, Counts } from '#lib/contract/broadcasts.schema.ts';
import type { sendBroadcast as call } from '#lib/contract/broadcasts.ts';
import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import { namesDueDay } from '#lib/rules/finance/about-bills.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import type { Db } from '../../core/db/connection.ts';
import { zoneOf } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import type { Content } from '../../messages/devices/claim-deliveries.ts';
import { queuePushes } from '../../messages/devices/queue-deliveries.ts';
import { reachOfRow, readersInReach } from './access.ts';
import { namesAnybody } from './audience.ts';
import { fillText, personalOf } from './personal.ts';
import { audienceOf, presentBroadcast } from './present.ts';
import { countAudience, noCounts } from './preview-audience.ts';
import { type BroadcastRow, broadcastOf, countsOf, statesOf } from './queries.ts';
import { dueTimes } from './start-broadcasts.ts';
import { refuseWith, wrongTimes } from './write-broadcast.ts';

type Body = ParsedInput<typeof call>['body'];
type Answer = CallAnswer<typeof call>;

/**
 * Sends a broadcast, once for each key (API-69). The body alone sets the time: its `scheduled_at`, or now without it, even if the
 * draft has a time. `test` sends only to the user's own devices and changes nothing. `only_failed_of`, which names the broadcast
 * itself, retries failed devices. A broadcast is sent once, even if several managers send it.
 *
 * @returns the people it reaches now; for a test the user's own devices; for a retry its outcome so far.
 * @throws Refusal 400 without a key, 403, 404, 409, 422 by field, 429
 */
export async function sendBroadcast(ctx: Ctx, body: Body): Promise<Answer> {
  const reach = readersInReach(ctx);
  await ctx.limits.take(body.test ? 'push-test' : 'broadcast', `user:${ctx.session.userId}`);
  const answer = await once(ctx, 'sending-send', body, async (tx) => {
    const row = await broadcastOf(tx, reach, body.id);
    if (!row) throw notFound(broadcastMessages.unknown);
    if (body.test) return testBroadcast(ctx, tx, row);
    if (body.only_failed_of !== undefined) return retryFailed(ctx, tx, row, body.only_failed_of);
    return release(ctx, tx, row, body.scheduled_at ?? null);
  });
  ctx.wake();
  ctx.wakeSender();
  return answer;
}

/**
 * Releases a draft: at a time, or now. The condition is part of the update, so that only one of two managers releases
 * it.
 */
export async function release(ctx: Ctx, tx: Db, row: BroadcastRow, scheduled: string | null): Promise<Answer> {
  if (row.status !== 'rascunho' && row.status !== 'agendada') throw conflict(broadcastMessages.notSendable);
  const audience = audienceOf(row);
  // The author entered the time in the zone of the own unit.
  const zone = await zoneOf(tx, ctx.config, row.created_by);
  const { repeat, repeat_until } = row;
  refuseWith({
    ...(!namesAnybody(audience) && { audience: broadcastMessages.nobody }),
    ...wrongTimes({ scheduled_at: scheduled, repeat, repeat_until }, ctx.now(), zone),
  });
  const at = ctx.now().toISOString();
  const scheduled_at = scheduled && new Date(scheduled).toISOString();
  const sent = await tx
    .updateTable('sendings')
    .set({
      status: scheduled_at ? 'agendada' : 'enviando',
      scheduled_at,
      first_at: scheduled_at,
      sent_at: scheduled_at ? null : at,
      updated_at: at,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst();
  if (!sent) throw conflict(broadcastMessages.notSendable);
  const counts = await countAudience(
    tx,
    ctx,
    { audience, reach: reachOfRow(row) },
    {
      category: row.category,
      namesDueDay: namesDueDay(row),
      isUrgent: row.urgency === 'high',
      byMail: row.by_mail,
      byWhatsapp: row.by_whatsapp,
    },
  );
  await audit({ ...ctx, db: tx }, scheduled_at ? 'sending-schedule' : 'sending-send', `sending:${row.id}`, {
    depois: { people: counts.people, ...(scheduled_at && { scheduled_at }) },
  });
  return { sending: await presentBroadcast(tx, sent), counts };
}

/** A manager looks at a test immediately or never. */
const TEST_TTL_MS = 10 * 60_000;

/** Queues a broadcast for the user's own devices, at once and at any hour. The broadcast itself does not change. */
async function testBroadcast(ctx: Ctx, tx: Db, row: BroadcastRow): Promise<{ sending: Broadcast; counts: Counts }> {
  const { userId } = ctx.session;
  const at = ctx.now();
  const values = (await personalOf(tx, ctx, { userIds: [userId], turmaIds: [] }, at)).get(userId) ?? {};
  const content: Content = {
    ...{ ...fillText(row, values), path: row.link, icon_url: row.icon_url, image_url: row.image_url },
    ...{ tag: `teste-${row.id}`, urgency: 'high', respect_quiet_hours: false },
  };
  const expires_at = new Date(at.getTime() + TEST_TTL_MS).toISOString();
  // Without the broadcast's id: otherwise a test would count in its log.
  const devices = await queuePushes(tx, at, [
    { user_id: userId, kind: 'teste', content, due_at: at.toISOString(), expires_at },
  ]);
  await audit({ ...ctx, db: tx }, 'sending-test', `sending:${row.id}`);
  const counts = { ...noCounts, people: 1, devices: devices.length, without_push: devices.length === 0 ? 1 : 0 };
  return { sending: await presentBroadcast(tx, row), counts };
}

const AT_ONCE = 500;

/** Retries failed devices that still exist. @throws Refusal 409, 422 for another broadcast's id */
async function retryFailed(
  ctx: Ctx,
  tx: Db,
  row: BroadcastRow,
  onlyFailedOf: number,
): Promise<{ sending: Broadcast; counts: Counts }> {
  if (onlyFailedOf !== row.id) refuseWith({ only_failed_of: broadcastMessages.onlyOwnFailures });
  const at = ctx.now();
  const reopened = await tx
    .updateTable('sendings')
    .set({ status: 'enviando', updated_at: at.toISOString(), version: row.version + 1 })
    .where('id', '=', row.id)
    .where('status', 'in', ['enviando', 'enviada'])
    .where('repeat', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!reopened) throw conflict(broadcastMessages.notRetriable);
  if ((await queueFailed(ctx, tx, reopened, at)) === 0) throw conflict(broadcastMessages.nothingFailed);
  await audit({ ...ctx, db: tx }, 'sending-retry', `sending:${row.id}`);
  const counts = countsOf(reopened, (await statesOf(tx, [row.id])).get(row.id) ?? {});
  return { sending: await presentBroadcast(tx, reopened), counts };
}

async function queueFailed(ctx: Ctx, tx: Db, row: BroadcastRow, at: Date): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const failed = await tx
      .selectFrom('deliveries')
      .innerJoin('push_subscriptions', 'push_subscriptions.id', 'deliveries.subscription_id')
      .select(['deliveries.id', 'deliveries.user_id'])
      // If the device has another user now, it gets no retry.
      .whereRef('push_subscriptions.user_id', '=', 'deliveries.user_id')
      .where('deliveries.sending_id', '=', row.id)
      .where('deliveries.status', '=', 'falhou')
      .where('deliveries.id', '>', after)
      .orderBy('deliveries.id')
      .limit(AT_ONCE)
      .execute();
    const timesOf = await dueTimes(tx, ctx, row, [...new Set(failed.map(({ user_id }) => user_id))], at);
    const byTimes = Map.groupBy(failed, ({ user_id }) => JSON.stringify(timesOf(user_id)));
    for (const [times, some] of byTimes) {
      const { numUpdatedRows } = await tx
        .updateTable('deliveries')
        .set({ ...(JSON.parse(times) as { due_at: string; expires_at: string }), ...freshTry, at: at.toISOString() })
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        // The device may report meanwhile that it showed the message after all.
        .where('status', '=', 'falhou')
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
    after = failed.at(-1)?.id ?? after;
    if (failed.length < AT_ONCE) return count;
  }
}

const freshTry = { status: 'na_fila', attempts: 0, last_status: null, reason: null, claimed_until: null } as const;
