import type { Config } from '../../config.ts';
import type { Db } from '../../core/db/connection.ts';
import { endAllSessions } from '../auth/end-sessions.ts';
import { demoAccounts, isOfDemo } from './demo-accounts.ts';

interface Standing {
  /** Number of blocked demo accounts. */
  closed: number;
  /** People in a demo school who are not part of the demo; they log in as before. */
  others: number;
}

/**
 * Blocks the demo accounts while the demo is off, since everybody knows their passwords. When the demo is on again, it
 * unblocks only accounts that it blocked itself, not those the school blocked. Sessions and devices end at once.
 * Accounts that the school made are left alone, in every unit.
 */
export async function closeDemoAccounts(db: Db, demo: Config['DEMO']): Promise<Standing> {
  const isOff = demo === 'off';
  await db.transaction().execute(async (tx) => {
    if (isOff) await close(tx);
    await tx
      .updateTable('users')
      .set({ is_blocked: false, closed_with_demo: false })
      .where('closed_with_demo', '=', true)
      .$if(isOff, (query) => query.where((where) => where.not(isOfDemo(where))))
      .execute();
  });
  if (!isOff) return { closed: 0, others: 0 };
  const people = demoAccounts(db);
  const [closed, others] = await Promise.all([
    people.where(isOfDemo).execute(),
    people
      .where((where) => where.not(isOfDemo(where)))
      .where('users.is_blocked', '=', false)
      .execute(),
  ]);
  return { closed: closed.length, others: others.length };
}

async function close(tx: Db): Promise<void> {
  const closed = await tx
    .updateTable('users')
    .set({ is_blocked: true, closed_with_demo: true, own_data_only: false })
    .where(isOfDemo)
    .where(({ or, eb }) => or([eb('is_blocked', '=', false), eb('own_data_only', '=', true)]))
    .returning('id')
    .execute();
  for (const { id } of closed) await endAllSessions(tx, id);
}
