import { endSessions } from '../auth/end-sessions.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connection.ts';
import { demoAccounts } from './demo-accounts.ts';

const demoAccountsOf = (db: Db, isBlocked: boolean) =>
  demoAccounts(db).where('users.is_blocked', '=', isBlocked).execute();

/**
 * Shuts the demo accounts out where the demo is off, since everybody knows their password, and lets them in again where it
 * is on. Sessions and devices end at once.
 *
 * @returns how many accounts of the demo are shut out
 */
export async function closeDemoAccounts(db: Db, demo: Config['DEMO']): Promise<number> {
  const isClosed = demo === 'off';
  const changed = (await demoAccountsOf(db, !isClosed)).map(({ id }) => id);
  if (changed.length > 0) {
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('users')
        .set((row) => ({ is_blocked: isClosed, token_version: row('token_version', '+', 1) }))
        .where('id', 'in', changed)
        .execute();
      for (const id of changed) await endSessions(tx, id);
    });
  }
  return isClosed ? (await demoAccountsOf(db, true)).length : 0;
}
