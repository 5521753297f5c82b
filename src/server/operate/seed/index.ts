import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { continueCounting } from '../../core/db/continue-counting.ts';
import type { School } from '../../core/http/ctx.ts';
import type { FilePort } from '../../core/ports/files.ts';
import { seedAbroad, seedAbroadFiles } from './abroad.ts';
import { seedAbsences } from './absences.ts';
import { seedBooks } from './books.ts';
import { seedClassroom } from './classroom.ts';
import { seedClock } from './clock.ts';
import { seedClub } from './club.ts';
import { seedFiles } from './files.ts';
import { seedFinance } from './finance.ts';
import { seedLeads } from './leads.ts';
import { seedNotices } from './notices.ts';
import { seedOrders } from './orders.ts';
import { seedPedagogico } from './pedagogico.ts';
import { demoPassword, people, seedPeople } from './people.ts';
import { seedTravel } from './travel.ts';

export const demoAccounts = { password: demoPassword, people };

const SEED_LOCK = 7_211_437;

/**
 * Fills an empty database with the demo school, all or nothing. Processes that start together do it once. Dates are
 * relative to the school's today.
 *
 * @returns whether it filled the database.
 */
export async function seedDemoSchool({ db, database, hashes, now, config, ports }: School): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const passwordHash = await hashes.hash(demoPassword);
  const clock = seedClock(now(), config.SCHOOL_TIME_ZONE);
  const isSeeded = await db.transaction().execute(async (tx) => {
    if (database.engine === 'postgres') await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    if (await hasUsers(tx)) return false;
    await seedPeople(tx, clock, passwordHash);
    await seedBooks(tx, clock);
    await seedPedagogico(tx, clock);
    await seedClassroom(tx, clock);
    await seedAbsences(tx, clock);
    await seedFinance(tx, clock);
    await seedClub(tx, clock);
    await seedNotices(tx, clock);
    await seedOrders(tx, clock);
    await seedAbroad(tx, clock);
    await seedTravel(tx, clock);
    await seedLeads(tx, clock);
    if (database.engine === 'postgres') await continueCounting(tx);
    return true;
  });
  if (isSeeded) await seedDemoFiles(ports.files);
  return isSeeded;
}

/** The files that the demo school's rows name, for a store without them. */
export async function seedDemoFiles(store: FilePort): Promise<void> {
  await seedFiles(store);
  await seedAbroadFiles(store);
}

const hasUsers = async (db: Db) => (await db.selectFrom('users').select('id').limit(1).execute()).length > 0;
