import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { isPostgres } from './locking.ts';

/** Up to this many people are written one by one, which costs less than rebuilding the whole index. */
const FEW = 50;

/**
 * Changes many people at once, inside a transaction. By default SQLite's index of names removes each old entry from its page
 * separately, so that its bytes leave the file; that costs some milliseconds a person. Here all old entries are removed at the
 * end, in one pass (0079).
 *
 * @param people how many may change
 */
export async function changingMany(tx: Db, people: number, work: () => Promise<void>): Promise<void> {
  if (people < FEW || isPostgres(tx)) return work();
  await deleteAtOnce(tx, false);
  await work();
  await sql`insert into people_grams (people_grams) values ('optimize')`.execute(tx);
  await deleteAtOnce(tx, true);
}

/**
 * Makes PostgreSQL plan its triggers and checks anew. Otherwise it would use plans made while a table was small, and read the
 * whole table for each row of a first import (0079).
 */
export async function forgetPlans(tx: Db): Promise<void> {
  if (isPostgres(tx)) await sql`discard plans`.execute(tx);
}

const deleteAtOnce = (tx: Db, isOn: boolean) =>
  sql`insert into people_grams (people_grams, rank) values ('secure-delete', ${sql.raw(isOn ? '1' : '0')})`.execute(tx);
