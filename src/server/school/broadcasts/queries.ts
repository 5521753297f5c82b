import { type Selectable, sql } from 'kysely';
import type { Counts, DeliveryState } from '#lib/contract/broadcasts.schema.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { countsOf as countsByState } from '../../core/db/counts.ts';
import { inUnit } from '../../core/db/people.ts';
import { listed, type Reach } from '../../core/db/reach.ts';
import type { Schema } from '../../tables.ts';
import { countOutcomes } from './totals.ts';

export type BroadcastRow = Selectable<Schema['sendings']>;

/** Broadcasts of a school. Staff of some units see those written by people of these units. */
export const broadcastsOf = (db: Db, { escolaId, units }: Reach) => {
  const all = db.selectFrom('sendings');
  const ofSchool = escolaId === null ? all : all.where('sendings.escola_id', '=', escolaId);
  if (units === null) return ofSchool;
  return ofSchool.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('users')
        .$call(inUnit)
        .select('users.id')
        .whereRef('users.id', '=', 'sendings.created_by')
        .where('companies.id', 'in', listed(units)),
    ),
  );
};

const FAILURE_DAYS = 7;

/** A condition on `sendings`: not delivered to some device in the last seven days. */
export const hasFailures = (now: Date) =>
  sql<boolean>`exists (select 1 from deliveries where deliveries.sending_id = sendings.id
    and deliveries.target = 'push' and deliveries.status = 'falhou'
    and deliveries.at > ${new Date(now.getTime() - FAILURE_DAYS * DAY_MS).toISOString()})`;

/** The number of messages in each state, and of those not delivered to some device. */
export async function countBroadcasts({ now }: { now(): Date }, all: ReturnType<typeof broadcastsOf>) {
  const [states, { many }] = await Promise.all([
    all
      .select(['sendings.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('sendings.status')
      .execute(),
    all
      .where(hasFailures(now()))
      .select(({ fn }) => fn.countAll<number | string>().as('many'))
      .executeTakeFirstOrThrow(),
  ]);
  return { ...countsByState(states), com_falhas: Number(many) } as Readonly<Record<string, number>>;
}

export const broadcastOf = (db: Db, reach: Reach, id: number): Promise<BroadcastRow | undefined> =>
  broadcastsOf(db, reach).selectAll().where('sendings.id', '=', id).executeTakeFirst();

/** How many deliveries of each broadcast are in each state; tests of a manager do not count. */
export async function statesOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Partial<Record<DeliveryState, number>>>> {
  const states = new Map<number, Partial<Record<DeliveryState, number>>>(ids.map((id) => [id, {}]));
  for (const { sending_id, state, count } of await countOutcomes(db, ids)) {
    const own = states.get(sending_id);
    if (own) own[state] = (own[state] ?? 0) + count;
  }
  return states;
}

/** Outcomes of a push or a mail that arrived. */
export const ARRIVED = ['aceita', 'mostrada', 'clicada'] as const;

/**
 * How many people each broadcast reached, by any target or in the portal; a person with two devices counts once. Absent if the
 * deliveries were already deleted.
 */
export async function reachedOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const deleted = db.selectFrom('sending_totals').select('sending_id');
  const known = db
    .selectFrom('sendings')
    .select('id')
    .where('id', 'in', [...ids])
    .where('id', 'not in', deleted)
    // The totals contain pushes only, so other deleted targets leave no trace.
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb.and([eb('mails', '=', 0), eb('whatsapps', '=', 0)]),
        exists(selectFrom('deliveries').select('deliveries.id').whereRef('deliveries.sending_id', '=', 'sendings.id')),
      ]),
    );
  const brought = db
    .selectFrom('deliveries')
    .select(['sending_id', 'user_id'])
    .where('sending_id', 'in', known)
    .where('status', 'in', ARRIVED);
  const read = db
    .selectFrom('notices')
    .select(['sending_id', 'user_id'])
    .where('sending_id', 'in', known)
    .where('read_at', 'is not', null);
  const rows = await known
    .leftJoin(brought.union(read).as('reached'), 'reached.sending_id', 'sendings.id')
    .select(({ fn }) => fn.count<number | string>('reached.user_id').as('many'))
    .groupBy('sendings.id')
    .execute();
  return new Map(rows.map(({ id, many }) => [id, Number(many)]));
}

/** The outcome of a broadcast; `people` counts the people written down so far. */
export function countsOf(
  row: Pick<BroadcastRow, 'people' | 'without_push' | 'opted_out' | 'guardians' | 'mails' | 'whatsapps' | 'left_out'>,
  states: Partial<Record<DeliveryState, number>>,
  reached?: number,
): Counts {
  const of = (state: DeliveryState) => states[state] ?? 0;
  const shown = of('mostrada') + of('clicada');
  return {
    people: row.people,
    ...(reached !== undefined && { reached }),
    devices: Object.values(states).reduce((sum, count) => sum + count, 0),
    without_push: row.without_push,
    opted_out: row.opted_out,
    guardians: row.guardians,
    mails: row.mails,
    whatsapp: row.whatsapps,
    left_out: row.left_out,
    accepted: of('aceita') + shown,
    shown,
    clicked: of('clicada'),
    failed: of('falhou'),
    expired: of('expirada'),
    retrying: of('na_fila'),
  };
}
