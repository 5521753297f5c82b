import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../http/ctx.ts';
import type { Database } from './connection.ts';
import { patiently } from './open.ts';
import { isTooSlow, outageOf } from './outage.ts';
import { tableNames } from './table-names.ts';

/**
 * Tells the planner of the database how many rows each table has and how many of them an index finds. Without that
 * SQLite reads every open bill of the school to find those of one person. Others write in between. A turn at writing
 * takes as many tables as a few milliseconds allow: the pause after a turn is longer than most tables take. PostgreSQL
 * takes one at a time.
 *
 * @throws the first error, after all other tables had their turn; at once where the database is away.
 */
export async function gatherStatistics({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<void> {
  const names = await tableNames(db);
  const failures: unknown[] = [];
  while (names.length > 0) {
    const turn = db.transaction().execute(async (tx) => {
      const end = performance.now() + (engine === 'sqlite' ? TURN_MS : 0);
      do await sql`analyze ${sql.table(names.shift() as string)}`.execute(tx);
      while (names.length > 0 && performance.now() < end);
    });
    await turn.catch((error) => {
      if (outageOf(error) && !isTooSlow(error)) throw error;
      failures.push(error);
    });
  }
  if (engine === 'sqlite') await showToAll(db);
  if (failures.length > 0) throw failures[0];
}

/** Other connections of SQLite, also of other processes, read statistics only together with a changed schema. */
const showToAll = (db: Database['db']) =>
  db.transaction().execute(async (tx) => {
    await sql`create view statistics_gathered as select 1`.execute(tx);
    await sql`drop view statistics_gathered`.execute(tx);
  });

const TURN_MS = 5;

const nextRun = new WeakMap<School, number>();

/** Gathers statistics a minute after the start, and then once a day. */
export async function refreshStatistics(school: School): Promise<void> {
  const now = school.now().getTime();
  const due = nextRun.get(school) ?? now + MINUTE_MS;
  nextRun.set(school, now < due ? due : now + DAY_MS);
  if (now >= due) await gatherPatiently(school);
}

/** The same while the portal serves, without limits of time: PostgreSQL cuts up names to count their pieces. */
export const gatherPatiently = ({
  config,
  database,
  log,
}: Pick<School, 'config' | 'database' | 'log'>): Promise<void> =>
  patiently(config, database, gatherStatistics, (error) => log.warn({ err: error }, 'database connection broke'));
