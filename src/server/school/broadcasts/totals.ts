import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

type DeliveryState = Schema['push_deliveries']['state'];

interface Outcome {
  sending_id: number | null;
  state: string;
  platform: string | null;
}

/** Adds deleted deliveries to the totals of their broadcasts. */
export async function addTotals(tx: Db, outcomes: readonly Outcome[]): Promise<void> {
  const own = outcomes.flatMap(({ sending_id, state, platform }) =>
    sending_id === null ? [] : [{ sending_id, state: state as DeliveryState, platform: platform ?? 'outro' }],
  );
  const same = Map.groupBy(own, ({ sending_id, state, platform }) => `${sending_id} ${state} ${platform}`);
  for (const [first, ...others] of same.values()) {
    if (!first) continue;
    const count = 1 + others.length;
    await tx
      .insertInto('sending_totals')
      .values({ ...first, count })
      .onConflict((known) =>
        known
          .columns(['sending_id', 'state', 'platform'])
          .doUpdateSet(({ ref, eb }) => ({ count: eb(ref('sending_totals.count'), '+', count) })),
      )
      .execute();
  }
}

/** How many deliveries of each broadcast are in each state on each platform, with the deleted ones. */
export async function countOutcomes(
  db: Db,
  ids: readonly number[],
): Promise<{ sending_id: number; state: DeliveryState; platform: string; count: number }[]> {
  if (ids.length === 0) return [];
  const [live, deleted] = await Promise.all([
    db
      .selectFrom('push_deliveries')
      .select(({ fn }) => ['sending_id', 'state', 'platform', fn.countAll<number | string>().as('count')])
      .where('sending_id', 'in', [...ids])
      .groupBy(['sending_id', 'state', 'platform'])
      .execute(),
    db
      .selectFrom('sending_totals')
      .selectAll()
      .where('sending_id', 'in', [...ids])
      .execute(),
  ]);
  return [...live, ...deleted].map((row) => ({
    sending_id: row.sending_id ?? 0,
    state: row.state,
    platform: row.platform ?? 'outro',
    count: Number(row.count),
  }));
}
