import { expressionBuilder } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

/** Tables whose rows the portal asks a provider about. */
type Polled = 'charges' | 'pix_authorizations';

const rows = expressionBuilder<Pick<Schema, 'charges'>, 'charges'>();

/** A condition: the row was not polled since `before`, an instant. */
export const notPolledSince = (before: string) =>
  rows.or([rows('consultada_em', 'is', null), rows('consultada_em', '<', before)]);

/**
 * Claims the next poll of a row in the state that was read, so that only one process polls.
 *
 * @returns false if another process claimed it, or if the row is in another state by now
 */
export async function claimPoll(
  db: Db,
  table: Polled,
  { id, status, consultada_em }: { id: number; status: string; consultada_em: string | null },
  at: Date,
): Promise<boolean> {
  const claimed = await db
    // Both tables have these columns.
    .updateTable(table as 'charges')
    .set({ consultada_em: at.toISOString() })
    .where('id', '=', id)
    .where('status', '=', status as Schema['charges']['status'])
    .where('consultada_em', consultada_em === null ? 'is' : '=', consultada_em)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
