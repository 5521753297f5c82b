import type { sendBroadcast as call } from '#lib/contract/broadcasts.ts';
import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import { namesDueDay } from '#lib/rules/finance/about-bills.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import { zoneOf } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, Db } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { reachOfRow, readersInReach } from './access.ts';
import { namesAnybody } from './audience.ts';
import { refuseWith, wrongTimes } from './check-broadcast.ts';
import { audienceOf, presentBroadcast } from './present.ts';
import { countAudience } from './preview-audience.ts';
import { type BroadcastRow, broadcastOf } from './queries.ts';
import { retryFailed } from './retry-failed.ts';
import { testBroadcast } from './test-broadcast.ts';

type Body = ParsedInput<typeof call>['body'];
type Answer = CallAnswer<typeof call>;

/**
 * Sends, once for each key (API-69). Only the body decides when: at its `scheduled_at`, or now without it, even if the
 * draft has a time. `test` goes only to the user's own devices and changes nothing. `only_failed_of`, which names the
 * broadcast itself, gives failed devices another try. The same broadcast goes out once, however many managers send it.
 *
 * @returns the people it reaches now; for a test the user's own devices; for another try its outcome so far.
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
async function release(ctx: Ctx, tx: Db, row: BroadcastRow, scheduled: string | null): Promise<Answer> {
  if (row.status !== 'rascunho' && row.status !== 'agendada') throw conflict(broadcastMessages.notSendable);
  const audience = audienceOf(row);
  // The author planned by the clock of the own unit.
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
    },
  );
  await audit({ ...ctx, db: tx }, scheduled_at ? 'sending-schedule' : 'sending-send', `sending:${row.id}`, {
    depois: { people: counts.people, ...(scheduled_at && { scheduled_at }) },
  });
  return { sending: await presentBroadcast(tx, sent), counts };
}
