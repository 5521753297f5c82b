import { DeliveryState } from '#lib/contract/broadcasts.schema.ts';
import type { getBroadcastLog as call } from '#lib/contract/broadcasts.ts';
import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import { broadcastMessages, deliveryReason } from '#lib/words/broadcasts.ts';
import type { Ctx, Db } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { readersInReach } from './access.ts';
import { readFollowed } from './followed.ts';
import { leftOutNames } from './limits.ts';
import { presentBroadcast } from './present.ts';
import { type BroadcastRow, broadcastOf, countsOf, statesOf } from './queries.ts';
import { countOutcomes } from './totals.ts';

const NAMES = 30;
type Log = CallAnswer<typeof call>;
const arrived: ReadonlySet<string> = new Set(['aceita', 'mostrada', 'clicada']);

/** The outcome of a broadcast, by device and in sums that add up (API-70). @throws Refusal 403, 404 */
export async function readLog(ctx: Ctx, id: number, query: ParsedInput<typeof call>['query']): Promise<Log> {
  const { db } = ctx;
  const row = await broadcastOf(db, readersInReach(ctx), id);
  if (!row) throw notFound(broadcastMessages.unknown);
  const states = (await statesOf(db, [id])).get(id) ?? {};
  return {
    sending: await presentBroadcast(db, row),
    counts: { ...countsOf(row, states), ...(await mailsOf(db, row)) },
    states: Object.fromEntries(DeliveryState.options.map((state) => [state, states[state] ?? 0])) as Log['states'],
    held: await heldBack(db, id, ctx.now()),
    reasons: await reasonsOf(db, id),
    by_platform: await platformsOf(db, id),
    items: await outcomesOf(db, id, query),
    left_out: row.left_out > 0 ? await leftOutNames(db, id, NAMES) : [],
    followed: await readFollowed(db, row),
  };
}

/** Mails that left, and those that wait for their hour. Those of a cancelled message never leave. */
async function mailsOf(db: Db, { id, mails, status }: BroadcastRow): Promise<{ mails: number; mails_waiting: number }> {
  const { many } = await db
    .selectFrom('sending_mails')
    .select(({ fn }) => fn.countAll<number | string>().as('many'))
    .where('sending_id', '=', id)
    .where('queued_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { mails: mails - Number(many), mails_waiting: status === 'cancelada' ? 0 : Number(many) };
}

/** Deliveries that wait for the end of quiet hours: a first try that is not due yet. */
async function heldBack(db: Db, id: number, now: Date): Promise<Log['held']> {
  const { devices, until } = await db
    .selectFrom('push_deliveries')
    .select(({ fn }) => [fn.countAll<number | string>().as('devices'), fn.min('due_at').as('until')])
    .where('sending_id', '=', id)
    .where('state', '=', 'na_fila')
    .where('attempts', '=', 0)
    .where('due_at', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  return until ? { devices: Number(devices), until } : null;
}

/** Why devices did not get it, the most frequent reason first. Statuses with the same meaning count together. */
async function reasonsOf(db: Db, id: number): Promise<Log['reasons']> {
  const rows = await db
    .selectFrom('push_deliveries')
    .select(({ fn }) => ['state', 'last_status', 'reason', fn.countAll<number | string>().as('count')])
    .where('sending_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['falhou', 'expirada', 'silenciada', 'cancelada']),
        eb.and([eb('state', '=', 'na_fila'), eb('attempts', '>', 0)]),
      ]),
    )
    .groupBy(['state', 'last_status', 'reason'])
    .execute();
  const reasons = rows.map(({ state, last_status, reason, count }) => ({
    status: last_status ?? 0,
    reason: deliveryReason(state, last_status, reason),
    count: Number(count),
  }));
  return [...Map.groupBy(reasons, ({ status, reason }) => `${status} ${reason}`).values()]
    .map((same) => ({
      ...(same[0] as (typeof reasons)[number]),
      count: same.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((a, b) => b.count - a.count || a.status - b.status || a.reason.localeCompare(b.reason));
}

async function platformsOf(db: Db, id: number): Promise<Log['by_platform']> {
  const rows = await countOutcomes(db, [id]);
  return [...Map.groupBy(rows, ({ platform }) => platform)]
    .map(([platform, own]) => {
      const sum = (isOne: (state: string) => boolean) =>
        own.reduce((total, { state, count }) => total + (isOne(state) ? count : 0), 0);
      return {
        platform,
        accepted: sum((state) => arrived.has(state)),
        failed: sum((state) => state === 'falhou'),
        clicked: sum((state) => state === 'clicada'),
      };
    })
    .sort((a, b) => a.platform.localeCompare(b.platform));
}

async function outcomesOf(
  db: Db,
  id: number,
  { state, limit, offset }: ParsedInput<typeof call>['query'],
): Promise<Log['items']> {
  const all = db.selectFrom('push_deliveries').where('push_deliveries.sending_id', '=', id);
  const wanted = state ? all.where('push_deliveries.state', '=', state) : all;
  const [rows, { total }] = await Promise.all([
    wanted
      .innerJoin('users', 'users.id', 'push_deliveries.user_id')
      .select(['push_deliveries.user_id', 'users.full_name', 'push_deliveries.device_type', 'push_deliveries.platform'])
      // Named with its table: users also have a state, the one they live in.
      .select([
        'push_deliveries.state',
        'push_deliveries.attempts',
        'push_deliveries.last_status',
        'push_deliveries.at',
      ])
      .orderBy('push_deliveries.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    wanted.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const items = rows.map((row) => ({
    ...row,
    device_type: row.device_type ?? ('mobile' as const),
    platform: row.platform ?? 'outro',
  }));
  return { items, total: Number(total), limit, offset };
}
