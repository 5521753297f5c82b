import type { ExpressionBuilder } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import type { Schema } from '../../tables.ts';
import { endAllSessions } from '../auth/session.ts';

/** The domain is reserved, so nobody outside the demo has an address there. */
const DEMO_ADDRESSES = '%@demo.example';

/** An account created by the demo, whatever its address is now. */
export const isOfDemo = (where: ExpressionBuilder<Pick<Schema, 'users'>, 'users'>) =>
  where.or([where('users.is_demo', '=', true), where('users.email_key', 'like', DEMO_ADDRESSES)]);

/** Accounts of the demo schools, and seed accounts without a school. */
export const demoAccounts = (db: Db) =>
  people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select('users.id')
    .where((where) => where.or([where('schools.is_demo', '=', true), isOfDemo(where)]));

interface DemoAccounts {
  /** Number of blocked demo accounts. */
  closed: number;
  /** People in a demo school who are not part of the demo; they log in as before. */
  others: number;
}

/**
 * Blocks the demo accounts while the demo is off, since their passwords are public. When the demo is on again, it unblocks only
 * accounts that it blocked itself, not those blocked by the school. Sessions and devices end at once. Accounts created by the
 * school are not changed, in any unit.
 */
export async function closeDemoAccounts(db: Db, demo: Config['DEMO']): Promise<DemoAccounts> {
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
