import { BUNDLE_MS, bundleTime } from '#lib/rules/inbox/bundle.ts';
import type { Db } from '../../core/db/connection.ts';

/** What went out, or is about to. */
const GOES = ['na_fila', 'aceita', 'mostrada', 'clicada'] as const;

/**
 * When a notice that can wait goes out to each of these readers: see `bundleTime`.
 *
 * @param by people, by their pushes and mails, or guardians without an account, by their address
 */
export async function bundleTimes<Reader extends 'user_id' | 'reader'>(
  tx: Db,
  at: Date,
  by: Reader,
  readers: readonly (Reader extends 'user_id' ? number : string)[],
): Promise<Map<number | string, string>> {
  const wanted = [...new Set<number | string>(readers)];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .selectFrom('deliveries')
    .select(['user_id', 'reader', 'status', 'due_at', 'at'])
    .where(by, 'in', wanted as never)
    .where('kind', '=', 'aviso')
    .where('target', 'in', by === 'user_id' ? ['push', 'mail'] : ['mail'])
    .$if(by === 'user_id', (query) => query.where('reader', 'is', null))
    .where('status', 'in', GOES)
    .where('at', '>', new Date(at.getTime() - BUNDLE_MS).toISOString())
    .execute();
  const of = Map.groupBy(rows, (row) => row[by] as number | string);
  return new Map(
    wanted.map((reader) => {
      const messages = (of.get(reader) ?? []).map(
        (row) => new Date((row.status === 'na_fila' && row.due_at) || row.at),
      );
      return [reader, bundleTime(at, messages).toISOString()];
    }),
  );
}
