import { BUNDLE_MS, bundleTime } from '#lib/rules/inbox/bundle.ts';
import type { Db } from '../../core/db/connection.ts';

/** States of a delivery that was sent or is queued. */
const GOES = ['na_fila', 'aceita', 'mostrada', 'clicada'] as const;

/**
 * When a notice that can wait is sent to each of these people, by their pushes and mails: see `bundleTime`. A guardian's copies
 * by mail do not count.
 */
export async function bundleTimes(tx: Db, at: Date, userIds: readonly number[]): Promise<Map<number, string>> {
  const readers = [...new Set(userIds)];
  if (readers.length === 0) return new Map();
  const rows = await tx
    .selectFrom('deliveries')
    .select(['user_id', 'status', 'due_at', 'at'])
    .where('user_id', 'in', readers)
    .where('kind', '=', 'aviso')
    .where('target', 'in', ['push', 'mail'])
    .where('reader', 'is', null)
    .where('status', 'in', GOES)
    .where('at', '>', new Date(at.getTime() - BUNDLE_MS).toISOString())
    .execute();
  const of = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map(
    readers.map((reader) => {
      const messages = (of.get(reader) ?? []).map(
        (row) => new Date((row.status === 'na_fila' && row.due_at) || row.at),
      );
      return [reader, bundleTime(at, messages).toISOString()];
    }),
  );
}
