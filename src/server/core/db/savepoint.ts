import { sql } from 'kysely';
import type { Db } from './connection.ts';

/** Runs a part of a transaction that is rolled back alone when it throws; the rest of the transaction continues. */
export async function inSavepoint<T>(tx: Db, act: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx);
  try {
    const done = await act();
    await sql`release savepoint part`.execute(tx);
    return done;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    throw error;
  }
}
