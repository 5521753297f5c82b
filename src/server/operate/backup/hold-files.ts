import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../core/db/connection.ts';
import { nowOf } from '../../core/db/locking.ts';
import { BACKUP } from '../../core/ports/files-held.ts';
import { Complaint } from '../admin/complaint.ts';

/** A backup that died holds no file for longer. */
const HOLD_MS = 60_000;
const RENEW_MS = 15_000;

/**
 * Keeps files in the store while `work` runs, also those whose rows are deleted meanwhile.
 *
 * @throws Complaint if another backup runs, or if files were not held for a while.
 */
export async function holdingFiles<T>({ db }: Pick<Database, 'db'>, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  const until = sql<number>`${nowOf(db)} + ${sql.lit(HOLD_MS)}`;
  const taken = await db
    .insertInto('leases')
    .values({ name: BACKUP, holder, until })
    .onConflict((known) => known.column('name').doUpdateSet({ holder, until }).where('leases.until', '<=', nowOf(db)))
    .returning('holder')
    .executeTakeFirst();
  if (!taken) throw new Complaint('Outra cópia está em andamento. Espere que ela termine, ou um minuto se ela caiu.');
  let isHeld = true;
  let renewing: Promise<unknown> = Promise.resolve();
  const own = () => db.updateTable('leases').where('name', '=', BACKUP).where('holder', '=', holder);
  const renew = async () => {
    const row = await own().set({ until }).where('until', '>', nowOf(db)).returning('holder').executeTakeFirst();
    isHeld &&= row !== undefined;
  };
  const timer = setInterval(() => {
    // The next turn tries again: the lease lasts for several of them.
    renewing = renew().catch(() => undefined);
  }, RENEW_MS);
  try {
    const result = await work();
    await renewing;
    await renew();
    if (!isHeld) throw new Complaint('O banco ficou fora do ar durante a cópia, e arquivos podem faltar. Faça outra.');
    return result;
  } finally {
    clearInterval(timer);
    await renewing;
    await db.deleteFrom('leases').where('name', '=', BACKUP).where('holder', '=', holder).execute();
  }
}
