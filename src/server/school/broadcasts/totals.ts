import type { DeliveryState } from '#lib/contract/broadcasts.schema.ts';
import type { Db } from '../../core/db/connection.ts';

interface Outcome {
  target: string;
  sending_id: number | null;
  status: string;
  platform: string | null;
}

/** Adds deleted pushes to the totals of their broadcasts, and subtracts cancelled mails, which were never sent. */
export async function addTotals(tx: Db, outcomes: readonly Outcome[]): Promise<void> {
  const own = outcomes.flatMap(({ target, sending_id, status, platform }) =>
    sending_id === null || target !== 'push'
      ? []
      : [{ sending_id, state: status as DeliveryState, platform: platform ?? 'outro' }],
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
  const unsent = outcomes.filter(({ target, status }) => target === 'mail' && status === 'cancelada');
  for (const [id, mails] of Map.groupBy(unsent, ({ sending_id }) => sending_id)) {
    if (id === null) continue;
    await tx
      .updateTable('sendings')
      .set(({ eb }) => ({ mails: eb('mails', '-', mails.length) }))
      .where('id', '=', id)
      .execute();
  }
}

/** The number of pushes of each broadcast by state and platform, including deleted ones. */
export async function countOutcomes(
  db: Db,
  ids: readonly number[],
): Promise<{ sending_id: number; state: DeliveryState; platform: string; count: number }[]> {
  if (ids.length === 0) return [];
  const [live, deleted] = await Promise.all([
    db
      .selectFrom('deliveries')
      .select(({ fn }) => ['sending_id', 'status as state', 'platform', fn.countAll<number | string>().as('count')])
      .where('sending_id', 'in', [...ids])
      .where('target', '=', 'push')
      .groupBy(['sending_id', 'status', 'platform'])
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
