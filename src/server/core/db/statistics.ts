import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../http/ctx.ts';
import type { Database } from './connection.ts';
import { countIndexes, largerThan, type Statistic, unknownIndexes } from './count-indexes.ts';
import { patiently } from './open.ts';
import { isTooSlow, outageOf } from './outage.ts';
import { MAX_ANALYZED } from './sqlite.ts';
import { tableNames } from './table-names.ts';

/** Whose statistics: those of every table; or at a start, of large tables those alone that have an index without any. */
type Which = 'all' | 'unknown';

/**
 * Tells the planner of the database how many rows each table has and how many of them an index finds. Without that
 * SQLite reads every open bill of the school to find those of one person. Others read and write in between. PostgreSQL
 * reads a part of each table, one at a time. SQLite reads small tables in turns at writing, as many as a few milliseconds
 * allow, and large ones beside the event loop (0077).
 *
 * @throws the first error, after all other tables had their turn; at once where the database is away.
 */
export async function gatherStatistics(
  database: Pick<Database, 'db' | 'aside' | 'engine'>,
  which: Which = 'all',
): Promise<void> {
  const names = await tableNames(database.db);
  const failures: unknown[] = [];
  const note = (error: unknown) => {
    if (outageOf(error) && !isTooSlow(error)) throw error;
    failures.push(error);
  };
  if (database.engine === 'postgres') await analyzeInTurns(database, names, note);
  else await gatherBySize(database, names, which, note);
  if (failures.length > 0) throw failures[0];
}

async function gatherBySize(
  database: Pick<Database, 'db' | 'aside' | 'engine'>,
  names: readonly string[],
  which: Which,
  note: (error: unknown) => void,
): Promise<void> {
  const { db, aside } = database;
  const large = await largerThan(aside, names, MAX_ANALYZED);
  await analyzeInTurns(
    database,
    names.filter((name) => !large.has(name)),
    note,
  );
  for (const table of which === 'all' ? large : await unknownIndexes(db, large)) {
    await countIndexes(aside, table)
      .then((found) => write(db, table, found))
      .catch(note);
  }
  await showToAll(db);
}

async function analyzeInTurns(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  names: readonly string[],
  note: (error: unknown) => void,
): Promise<void> {
  const left = [...names];
  while (left.length > 0) {
    const turn = db.transaction().execute(async (tx) => {
      const end = performance.now() + (engine === 'sqlite' ? TURN_MS : 0);
      do await sql`analyze ${sql.table(left.shift() as string)}`.execute(tx);
      while (left.length > 0 && performance.now() < end);
    });
    await turn.catch(note);
  }
}

async function write(db: Database['db'], table: string, found: readonly Statistic[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from sqlite_stat1 where tbl = ${table}`.execute(tx);
    for (const { tbl, idx, stat } of found) {
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${tbl}, ${idx}, ${stat})`.execute(tx);
    }
  });
}

/** Connections of SQLite, also of other processes, read statistics only together with a changed schema. */
const showToAll = (db: Database['db']) =>
  db.transaction().execute(async (tx) => {
    await sql`create view statistics_gathered as select 1`.execute(tx);
    await sql`drop view statistics_gathered`.execute(tx);
    // This connection knows its own schema, and reads them by this word.
    await sql`analyze sqlite_schema`.execute(tx);
  });

const TURN_MS = 5;

/** When they are gathered next, and were gathered last: milliseconds. */
const runs = new WeakMap<Database, { due: number; last: number }>();

/** Gathers statistics a minute after the start, and then once a day. */
export async function refreshStatistics(school: School): Promise<void> {
  const now = school.now().getTime();
  const { due, last } = runs.get(school.database) ?? { due: now + MINUTE_MS, last: now };
  const isDue = now >= due;
  runs.set(school.database, isDue ? { due: now + DAY_MS, last: now } : { due, last });
  if (isDue) await gatherPatiently(school);
}

/** Has the jobs of this process gather them at their next turn, after many rows were written; once an hour at most. */
export function refreshSoon({ database, now }: Pick<School, 'database' | 'now'>): void {
  const { due, last } = runs.get(database) ?? { due: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  runs.set(database, { due: Math.min(due, Math.max(now().getTime(), last + HOUR_MS)), last });
}

/** The same while the portal serves, without limits of time: PostgreSQL cuts up names to count their pieces. */
export const gatherPatiently = ({
  config,
  database,
  log,
}: Pick<School, 'config' | 'database' | 'log'>): Promise<void> =>
  patiently(
    config,
    database,
    (patient) => gatherStatistics(patient),
    (error) => log.warn({ err: error }, 'database connection broke'),
  );
