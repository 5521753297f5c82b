import { type BroadcastLog, DeliveryState, type FollowedDeed } from '#lib/contract/broadcasts.schema.ts';
import type { getBroadcastLog as call } from '#lib/contract/broadcasts.ts';
import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import { routes } from '#lib/routes.ts';
import { LIST_PAGE } from '#lib/rules/lists/list-query.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { broadcastMessages, deliveryReason } from '#lib/words/broadcasts.ts';
import type { Db } from '../../core/db/connection.ts';
import { cutPage, pageAfter } from '../../core/db/keyset.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { readersInReach } from './access.ts';
import type { GetSchoolBroadcast } from './inputs.ts';
import { leftOutNames } from './limits.ts';
import { presentBroadcast } from './present.ts';
import { ARRIVED, type BroadcastRow, broadcastOf, countsOf, reachedOf, statesOf } from './queries.ts';
import { countOutcomes } from './totals.ts';

const NAMES = 30;
type Log = CallAnswer<typeof call>;

/** The outcome of a broadcast, by device and in consistent sums (API-70). @throws Refusal 403, 404 */
export async function readLog(ctx: Ctx, id: number, query: ParsedInput<typeof call>['query']): Promise<Log> {
  return { ...(await readSums(ctx, id)), items: await outcomesOf(ctx.db, id, query) };
}

/** As above without the devices. @throws Refusal 403, 404 */
export async function readSums(ctx: Ctx, id: number): Promise<Omit<Log, 'items'>> {
  const { db } = ctx;
  const row = await ownBroadcast(ctx, id);
  const states = (await statesOf(db, [id])).get(id) ?? {};
  const reached = (await reachedOf(db, [id])).get(id);
  return {
    sending: await presentBroadcast(db, row),
    counts: { ...countsOf(row, states, reached), ...(await mailsOf(db, row)) },
    states: Object.fromEntries(DeliveryState.options.map((state) => [state, states[state] ?? 0])) as Log['states'],
    held: await heldBack(db, id, ctx.now()),
    reasons: await reasonsOf(db, id),
    by_platform: await platformsOf(db, id),
    left_out: row.left_out > 0 ? await leftOutNames(db, id, NAMES) : [],
    followed: await readFollowed(db, row),
  };
}

async function ownBroadcast(ctx: Ctx, id: number): Promise<BroadcastRow> {
  const row = await broadcastOf(ctx.db, readersInReach(ctx), id);
  if (!row) throw notFound(broadcastMessages.unknown);
  return row;
}

/** Sent mails, and queued ones. Those of a cancelled message are never sent. */
async function mailsOf(db: Db, { id, mails, status }: BroadcastRow): Promise<{ mails: number; mails_waiting: number }> {
  const { many } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number | string>().as('many'))
    .where('sending_id', '=', id)
    .where('target', '=', 'mail')
    .where('status', 'in', ['na_fila', 'cancelada'])
    .executeTakeFirstOrThrow();
  return { mails: mails - Number(many), mails_waiting: status === 'cancelada' ? 0 : Number(many) };
}

/** Pushes of a broadcast. */
const pushesOf = (db: Db, id: number) =>
  db.selectFrom('deliveries').where('deliveries.sending_id', '=', id).where('deliveries.target', '=', 'push');

/** Pushes that wait for the end of quiet hours: first tries that are not due yet. */
async function heldBack(db: Db, id: number, now: Date): Promise<Log['held']> {
  const { devices, until } = await pushesOf(db, id)
    .select(({ fn }) => [fn.countAll<number | string>().as('devices'), fn.min('due_at').as('until')])
    .where('status', '=', 'na_fila')
    .where('attempts', '=', 0)
    .where('due_at', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  return until ? { devices: Number(devices), until } : null;
}

/** Why pushes were not delivered, the most frequent reason first. Statuses with the same meaning count together. */
async function reasonsOf(db: Db, id: number): Promise<Log['reasons']> {
  const rows = await pushesOf(db, id)
    .select(({ fn }) => ['status as state', 'last_status', 'reason', fn.countAll<number | string>().as('count')])
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['falhou', 'expirada', 'silenciada', 'cancelada']),
        eb.and([eb('status', '=', 'na_fila'), eb('attempts', '>', 0)]),
      ]),
    )
    .groupBy(['status', 'last_status', 'reason'])
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
        accepted: sum((state) => (ARRIVED as readonly string[]).includes(state)),
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
  const outcomes = inState(db, id, state);
  const [rows, { total }] = await Promise.all([
    withNames(outcomes).orderBy('deliveries.id').limit(limit).offset(offset).execute(),
    outcomes.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(presentOutcome), total: Number(total), limit, offset };
}

const inState = (db: Db, id: number, state: DeliveryState | undefined) =>
  pushesOf(db, id).$if(state !== undefined, (all) => all.where('deliveries.status', '=', state ?? 'na_fila'));
const withNames = (pushes: ReturnType<typeof pushesOf>) =>
  pushes
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.user_id', 'users.full_name', 'deliveries.device_type', 'deliveries.platform'])
    .select(['deliveries.status as state', 'deliveries.attempts', 'deliveries.last_status', 'deliveries.at']);
const presentOutcome = (row: Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]) => ({
  ...row,
  device_type: row.device_type ?? ('mobile' as const),
  platform: row.platform ?? 'outro',
});

/** The devices of a page of the panel; their number is in the sums. @throws Refusal 403, 404 */
export async function listOutcomes(ctx: Ctx, query: GetSchoolBroadcast) {
  await ownBroadcast(ctx, query.id);
  return readOutcomes(ctx.db, query);
}

/** As above for a message that was already found. */
export async function readOutcomes(db: Db, { id, estado, depois }: GetSchoolBroadcast) {
  const limit = LIST_PAGE;
  const own = withNames(inState(db, id, estado)).select('deliveries.id');
  const found = await pageAfter(own, [['deliveries.id', 'asc']], { depois, limit }).execute();
  const { rows, next } = cutPage(found, limit, (row) => [row.id]);
  const items: Log['items']['items'] = rows.map(({ id: _, ...row }) => presentOutcome(row));
  return { items, next, estado: estado ?? null, isFirst: !depois };
}

const FOLLOWED_MS = 7 * DAY_MS;
const AT_ONCE = 500;

interface Deed {
  user_id: number;
  at: string | null;
}
interface Goal {
  what: FollowedDeed;
  /** Links of messages that lead to it. */
  below: string;
  /** When these people did it, since an instant. */
  read(db: Db, userIds: number[], since: string): Promise<Deed[]>;
}

const goals: readonly Goal[] = [
  {
    what: 'pagaram',
    below: routes.finance.home(),
    read: (db, ids, since) =>
      db
        .selectFrom('parcelas')
        .select(['user_id', 'pago_em as at'])
        .where('user_id', 'in', ids)
        .where('pago_em', '>=', since)
        .execute(),
  },
  {
    what: 'pediram',
    below: routes.orders.list(),
    read: (db, ids, since) =>
      db
        .selectFrom('pedidos')
        .select(['user_id', 'criado_em as at'])
        .where('user_id', 'in', ids)
        .where('criado_em', '>=', since)
        .execute(),
  },
  {
    what: 'se_inscreveram',
    below: routes.travel.list(),
    read: (db, ids, since) =>
      db
        .selectFrom('travel_participations')
        .select(['user_id', 'created_at as at'])
        .where('user_id', 'in', ids)
        .where('created_at', '>=', since)
        .execute(),
  },
  {
    what: 'vieram',
    below: '/aula-online',
    read: (db, ids, since) =>
      db
        .selectFrom('presencas')
        .innerJoin('turma_alunos', 'turma_alunos.id', 'presencas.turma_aluno_id')
        .select(['turma_alunos.user_id', 'presencas.confirmada_em as at'])
        .where('turma_alunos.user_id', 'in', ids)
        .where('presencas.status', 'in', ['presente', 'reposta'])
        .where('presencas.confirmada_em', '>=', since)
        .execute(),
  },
  {
    what: 'trocaram',
    below: routes.club.spend(),
    read: (db, ids, since) =>
      db
        .selectFrom('redemptions')
        .select(['user_id', 'pedido_em as at'])
        .where('user_id', 'in', ids)
        .where('pedido_em', '>=', since)
        .execute(),
  },
];

const goalOf = (link: string) =>
  goals.find(({ below }) => link === below || link.startsWith(`${below}/`) || link.startsWith(`${below}?`));

/** The number of people who opened a message, who followed its link, and who then did what it leads to within seven days. */
async function readFollowed(
  db: Db,
  { id, link }: Pick<BroadcastRow, 'id' | 'link'>,
): Promise<NonNullable<BroadcastLog['followed']>> {
  const own = db.selectFrom('notices').where('sending_id', '=', id);
  const { opened } = await own
    .where('read_at', 'is not', null)
    .select(({ fn }) => fn.countAll<number | string>().as('opened'))
    .executeTakeFirstOrThrow();
  const clicks = await own.select(['user_id', 'clicked_at']).where('clicked_at', 'is not', null).execute();
  const goal = goalOf(link);
  const deed = goal ? { what: goal.what, people: await countDeeds(db, goal, clicks) } : null;
  return { opened: Number(opened), clicked: clicks.length, deed };
}

async function countDeeds(db: Db, { read }: Goal, clicks: readonly { user_id: number; clicked_at: string | null }[]) {
  const clickedAt = new Map(clicks.map(({ user_id, clicked_at }) => [user_id, clicked_at ?? '']));
  const since = [...clickedAt.values()].toSorted()[0];
  if (since === undefined) return 0;
  const followed = new Set<number>();
  const ids = [...clickedAt.keys()];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    for (const { user_id, at } of await read(db, ids.slice(from, from + AT_ONCE), since)) {
      const click = clickedAt.get(user_id) ?? '';
      const after = Date.parse(at ?? '') - Date.parse(click);
      if (after >= 0 && after < FOLLOWED_MS) followed.add(user_id);
    }
  }
  return followed.size;
}
