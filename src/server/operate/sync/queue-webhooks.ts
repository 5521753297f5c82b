import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ChangeKind } from '#lib/contract/sync-changes.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { sessionBehindKey } from '../../identity/auth/key-session.ts';
import type { Schema } from '../../tables.ts';
import { numberAllChanges } from './number-changes.ts';
import { changesAfter, latestOf, type Reaches, reachesOf } from './read-changes.ts';

export type WebhookRow = Selectable<Schema['webhooks']>;
export type DeliveryRow = Selectable<Schema['webhook_deliveries']>;

const SOME = 200;
/** Max. waiting deliveries of a webhook; beyond it further changes of a thing are merged later. */
const MAX_WAITING = 1_000;

/** Webhooks that are not stopped. */
export const runningWebhooks = (db: Db): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().where('stopped_at', 'is', null).orderBy('id').execute();

/** The reach of a webhook, by its key and the key's creator. Null: the key is no longer valid. */
export async function reachesOfWebhook(school: School, { key_id, eventos }: WebhookRow): Promise<Reaches | null> {
  try {
    const session = await sessionBehindKey(school, key_id);
    const reads = session.key?.reads ?? [];
    const kinds = (JSON.parse(eventos) as ChangeKind[]).filter((kind) => reads.includes(kind));
    return kinds.length > 0 ? reachesOf(session, kinds) : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Stops a webhook until somebody resumes it. */
export const stopWebhook = (db: Db, id: number, stop_reason: WebhookRow['stop_reason'], at: string) =>
  db.updateTable('webhooks').set({ stopped_at: at, stop_reason }).where('id', '=', id).execute();

/** Queues deliveries of what changed since each webhook was last notified. */
export async function queueWebhooks(school: School): Promise<void> {
  const rows = await runningWebhooks(school.db);
  if (rows.length === 0) return;
  const head = await numberAllChanges(school);
  for (const row of rows) {
    const reaches = row.pos < head.pos ? await reachesOfWebhook(school, row) : undefined;
    if (reaches === null) await stopWebhook(school.db, row.id, 'chave', school.now().toISOString());
    else if (reaches) await queueFor(school, row, reaches, head.pos);
  }
}

async function queueFor({ db, now }: School, row: WebhookRow, reaches: Reaches, head: number): Promise<void> {
  let from = row.pos;
  while (from < head && (await waitingOf(db, row.id)) < MAX_WAITING) {
    const changes = await changesAfter(db, reaches, from, SOME);
    const to = changes.length === SOME ? (changes.at(-1)?.pos ?? head) : head;
    const at = now().toISOString();
    const isMine = await db.transaction().execute(async (tx) => {
      // Another process may have queued them meanwhile.
      const moved = await tx
        .updateTable('webhooks')
        .set({ pos: to })
        .where('id', '=', row.id)
        .where('pos', '=', from)
        .returning('id')
        .executeTakeFirst();
      if (!moved) return false;
      const deliveries = latestOf(changes).map(({ kind, assunto, em }) =>
        deliveryOf(row.id, { kind, assunto, em }, at),
      );
      if (deliveries.length > 0) await tx.insertInto('webhook_deliveries').values(deliveries).execute();
      return true;
    });
    if (!isMine) return;
    from = to;
  }
}

const waitingOf = async (db: Db, id: number): Promise<number> => {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('webhook_id', '=', id)
    .where('status', '=', 'na_fila')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** A message that waits, with an id of its own. */
export const deliveryOf = (
  webhook_id: number,
  { kind, assunto, em }: Pick<DeliveryRow, 'kind' | 'assunto' | 'em'>,
  at: string,
) => ({
  ...{ webhook_id, codigo: `msg_${randomUUID().replaceAll('-', '')}`, kind, assunto, em },
  ...{ status: 'na_fila' as const, created_at: at, queued_at: at, due_at: at },
});
