import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { isPostgres, locked } from '../../core/db/locking.ts';
import type { School } from '../../core/http/ctx.ts';
import type { Schema } from '../../tables.ts';
import type { Claimed } from './claim-deliveries.ts';

/** The result of a claimed delivery. */
export type DeliveryResult = { row: Pick<Claimed, 'id' | 'claimedUntil' | 'also'>; deviceId: number | null } & (
  | { kind: 'accepted'; status: number }
  /** `isGone`: the service no longer knows the device, so it is removed. */
  | { kind: 'expired'; status: number | null; reason: string; isGone?: boolean }
  | { kind: 'failed'; status: number | null; reason: string }
  /** Failed and to be retried at `dueAt`. */
  | { kind: 'retry'; status: number; reason: string; dueAt: string }
  /** Not attempted: postponed, or released if `dueAt` is null. */
  | { kind: 'postponed'; dueAt: string | null }
);

type Of<Kind extends DeliveryResult['kind']> = Extract<DeliveryResult, { kind: Kind }>;

/**
 * Writes results of deliveries in one transaction. A message accepted by a service counts as accepted, even if it was cancelled
 * meanwhile. Any other result counts only while the delivery still waits and this process still holds its claim.
 */
export async function writeResults(
  { db, now }: Pick<School, 'db' | 'now'>,
  messages: readonly DeliveryResult[],
): Promise<void> {
  const results = messages.flatMap((each) => [
    each,
    ...each.row.also.map((id) => ({ ...each, row: { ...each.row, id, also: [] } })),
  ]);
  const at = now().toISOString();
  const of = <Kind extends DeliveryResult['kind']>(kind: Kind) =>
    results.filter((each): each is Of<Kind> & DeliveryResult => each.kind === kind);
  const gone = of('expired').filter(({ isGone }) => isGone);
  // Before the results: if the process dies in between, the deliveries stay claimable and the gone devices are removed.
  await removeDevices(db, deviceIds(gone));
  await db.transaction().execute(async (tx) => {
    // Devices are locked before deliveries, and in order, to avoid deadlocks; a transaction that queues pushes may hold them.
    await holdDevices(tx, results);
    await writeAccepted(tx, of('accepted'), at);
    for (const each of of('expired')) await writeEnd(tx, each, 'expirada', each.isGone === true, at);
    for (const each of of('failed')) await writeEnd(tx, each, 'falhou', each.status !== null, at);
    for (const each of of('retry')) await writeRetry(tx, each, at);
    for (const [dueAt, rows] of groupBy(of('postponed'), ({ dueAt }) => dueAt)) await writePostponed(tx, rows, dueAt);
    await noteErrors(tx, results, at);
  });
}

/** Removes devices. A device for which a push is being queued stays: the service will report it as gone again. */
async function removeDevices(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.transaction().execute(async (tx) => {
    const devices = tx.selectFrom('push_subscriptions').select('id').where('id', 'in', ids).orderBy('id');
    const free = (await locked(tx, devices, 'skip').execute()).map(({ id }) => id);
    if (free.length > 0) await tx.deleteFrom('push_subscriptions').where('id', 'in', free).execute();
  });
}

const deviceIds = (results: readonly DeliveryResult[]) => [
  ...new Set(results.map(({ deviceId }) => deviceId).filter((id) => id !== null)),
];

async function holdDevices(tx: Db, results: readonly DeliveryResult[]): Promise<void> {
  const ids = deviceIds(results);
  if (ids.length === 0 || !isPostgres(tx)) return;
  await locked(
    tx,
    tx.selectFrom('push_subscriptions').select('id').where('id', 'in', ids).orderBy('id'),
    'hold',
  ).execute();
}

async function writeAccepted(tx: Db, accepted: readonly Of<'accepted'>[], at: string): Promise<void> {
  for (const [status, rows] of groupBy(accepted, ({ status }) => status)) {
    await tx
      .updateTable('deliveries')
      // The device may already have reported that it showed the message.
      .set((eb) => ({
        status: whileWaiting(eb, 'aceita', 'status'),
        at: whileWaiting(eb, at, 'at'),
        attempts: eb('attempts', '+', 1),
        last_status: status,
        reason: null,
        claimed_until: null,
      }))
      .where(
        'id',
        'in',
        rows.map(({ row }) => row.id),
      )
      .execute();
  }
  const ids = deviceIds(accepted);
  if (ids.length === 0) return;
  await tx.updateTable('push_subscriptions').set({ last_ok_at: at, last_error: null }).where('id', 'in', ids).execute();
}

function whileWaiting<Column extends 'status' | 'at'>(
  eb: ExpressionBuilder<Schema, 'deliveries'>,
  value: Schema['deliveries'][Column],
  column: Column,
) {
  return sql<Schema['deliveries'][Column]>`case when ${eb.ref('status')} in ('na_fila', 'cancelada')
    then ${value} else ${eb.ref(column)} end`;
}

/** True while the delivery was not cancelled or claimed by another process. */
const own = (tx: Db, { row }: DeliveryResult) =>
  tx
    .updateTable('deliveries')
    .where('id', '=', row.id)
    .where('status', '=', 'na_fila')
    .where('claimed_until', '=', row.claimedUntil);

async function writeEnd(
  tx: Db,
  result: Of<'expired'> | Of<'failed'>,
  status: 'expirada' | 'falhou',
  wasTried: boolean,
  at: string,
): Promise<void> {
  await own(tx, result)
    .set((eb) => ({
      status,
      at,
      attempts: wasTried ? eb('attempts', '+', 1) : eb.ref('attempts'),
      ...(result.status !== null && { last_status: result.status }),
      reason: result.reason,
      claimed_until: null,
    }))
    .execute();
}

async function writeRetry(tx: Db, result: Of<'retry'>, at: string): Promise<void> {
  await own(tx, result)
    .set((eb) => ({
      at,
      attempts: eb('attempts', '+', 1),
      last_status: result.status,
      reason: result.reason,
      due_at: result.dueAt,
      claimed_until: null,
    }))
    .execute();
}

async function writePostponed(tx: Db, rows: readonly Of<'postponed'>[], dueAt: string | null): Promise<void> {
  for (const [claimedUntil, claimed] of groupBy(rows, ({ row }) => row.claimedUntil)) {
    await tx
      .updateTable('deliveries')
      .set({ claimed_until: null, ...(dueAt !== null && { due_at: dueAt }) })
      .where(
        'id',
        'in',
        claimed.map(({ row }) => row.id),
      )
      .where('status', '=', 'na_fila')
      .where('claimed_until', '=', claimedUntil)
      .execute();
  }
}

async function noteErrors(tx: Db, results: readonly DeliveryResult[], at: string): Promise<void> {
  const troubled = results.filter(
    (each): each is Of<'failed'> | Of<'retry'> =>
      (each.kind === 'failed' || each.kind === 'retry') && each.status !== null,
  );
  for (const [error, rows] of groupBy(troubled, ({ status, reason }) => JSON.stringify({ status, reason, at }))) {
    const ids = deviceIds(rows);
    if (ids.length > 0) {
      await tx.updateTable('push_subscriptions').set({ last_error: error }).where('id', 'in', ids).execute();
    }
  }
}

function groupBy<T, Key>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
