import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { isPostgres } from './locking.ts';

/** So few people are written one by one: that costs less than tidying the whole index. */
const FEW = 50;

/**
 * Changes many people at once, inside a transaction. SQLite's index of names takes each old piece out of its page by itself,
 * so that it leaves the file (0079); that costs some milliseconds a person. Here it is notified of the changes first, and takes
 * out all old pieces at the end, in one pass (0079).
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
 * Lets PostgreSQL plan its triggers and checks anew. It would keep the plan that it made while a table was small, and read
 * the whole table for each row of a first school (0079).
 */
export async function forgetPlans(tx: Db): Promise<void> {
  if (isPostgres(tx)) await sql`discard plans`.execute(tx);
}

const deleteAtOnce = (tx: Db, isOn: boolean) =>
  sql`insert into people_grams (people_grams, rank) values ('secure-delete', ${sql.raw(isOn ? '1' : '0')})`.execute(tx);
