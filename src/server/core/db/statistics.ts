import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../http/ctx.ts';
import type { Database, Db } from './connection.ts';
import { patiently } from './open.ts';
import { isTooSlow, outageOf } from './readiness.ts';
import { MAX_ANALYZED } from './sqlite.ts';
import { tableNames } from './table-names.ts';

/** `all` tables; or `unknown`, at a start: small tables, and large ones that have an index without statistics. */
type Which = 'all' | 'unknown';

/**
 * Gathers the planner's statistics: how many rows each table has, and how many of them one value of an index finds. Without them
 * SQLite reads every open bill of the school to find those of one person. Others can read and write in between. PostgreSQL
 * samples each table, one at a time. SQLite reads small tables in short write slots of a few milliseconds, and large ones in a
 * worker thread (0077).
 *
 * @throws the first error, after all other tables are done; at once if the database is unreachable.
 */
export async function gatherStatistics(
  database: Pick<Database, 'db' | 'longReads' | 'engine'>,
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
  database: Pick<Database, 'db' | 'longReads' | 'engine'>,
  names: readonly string[],
  which: Which,
  note: (error: unknown) => void,
): Promise<void> {
  const { db, longReads } = database;
  const large = await largerThan(longReads, names, MAX_ANALYZED);
  await analyzeInTurns(
    database,
    names.filter((name) => !large.has(name)),
    note,
  );
  for (const table of which === 'all' ? large : await unknownIndexes(db, large)) {
    await countIndexes(longReads, table)
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
      const end = performance.now() + (engine === 'sqlite' ? ROUND_MS : 0);
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

/** SQLite connections, also of other processes, reload statistics only after a schema change. */
const showToAll = (db: Database['db']) =>
  db.transaction().execute(async (tx) => {
    await sql`create view statistics_gathered as select 1`.execute(tx);
    await sql`drop view statistics_gathered`.execute(tx);
    // This connection knows its own schema change, and reloads statistics by this statement.
    await sql`analyze sqlite_schema`.execute(tx);
  });

const ROUND_MS = 5;

/** When statistics are due next, and when they were last gathered, in milliseconds. */
const runs = new WeakMap<Database, { due: number; last: number }>();

/** Gathers statistics a minute after the start, and then once a day. */
export async function refreshStatistics(school: School): Promise<void> {
  const now = school.now().getTime();
  const { due, last } = runs.get(school.database) ?? { due: now + MINUTE_MS, last: now };
  const isDue = now >= due;
  runs.set(school.database, isDue ? { due: now + DAY_MS, last: now } : { due, last });
  if (isDue) await gatherPatiently(school);
}

/** Makes the jobs of this process gather statistics in their next run, after many rows were written; at most once an hour. */
export function refreshSoon({ database, now }: Pick<School, 'database' | 'now'>): void {
  const { due, last } = runs.get(database) ?? { due: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  runs.set(database, { due: Math.min(due, Math.max(now().getTime(), last + HOUR_MS)), last });
}

/** As `gatherStatistics` while the portal serves, without time limits: PostgreSQL needs long to count trigrams. */
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

/** An index of SQLite, or a table without one, as its statistics have it. */
interface Index {
  tbl: string;
  idx: string | null;
}

interface Parts extends Index {
  /** SQL of its columns. */
  columns: string[];
  /** SQL of the rows that it has; null: all. */
  condition: string | null;
}

interface Statistic extends Index {
  /** The number of rows, and how many of them one value finds in the first column, in the first two, and so on. */
  stat: string;
}

/** The tables that have more rows than this. */
async function largerThan(db: Db, tables: readonly string[], rows: number): Promise<Set<string>> {
  const counts = tables.map(
    (name) => sql`select ${sql.lit(name)} as name, (select count(*) from
      (select 1 from ${sql.table(name)} limit ${sql.lit(rows + 1)})) as many`,
  );
  const found = await sql<{ name: string; many: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return new Set(found.rows.filter(({ many }) => many > rows).map(({ name }) => name));
}

/** The indexes of some tables without statistics: new ones. */
async function unknownIndexes(db: Db, tables: ReadonlySet<string>): Promise<Set<string>> {
  const known = await sql<Index>`select tbl, idx from sqlite_stat1`.execute(db);
  const names = new Set(known.rows.map(({ tbl, idx }) => `${tbl} ${idx}`));
  const indexes = await indexesOf(db, tables);
  return new Set(indexes.filter(({ tbl, idx }) => !names.has(`${tbl} ${idx}`)).map(({ tbl }) => tbl));
}

/**
 * Counts the rows of a table and how many of them its indexes find: the result of `analyze` without a limit, which would block
 * all writers while it reads and copy values of people into statistics (0077). An empty index has no line.
 *
 * @param db reads in a worker thread
 */
async function countIndexes(db: Db, table: string): Promise<Statistic[]> {
  const found: Statistic[] = [];
  for (const parts of await indexesOf(db, new Set([table]))) {
    const { tbl, idx, columns } = parts;
    const rows = await count(db, `select 1 ${from(parts)}`);
    if (rows === 0) continue;
    const finds: number[] = [];
    for (let length = 1; length <= columns.length; length += 1) {
      const distinct = await count(db, `select distinct ${columns.slice(0, length).join(', ')} ${from(parts)}`);
      finds.push(average(rows, distinct));
    }
    found.push({ tbl, idx, stat: [rows, ...finds].join(' ') });
  }
  return found;
}

async function count(db: Db, query: string): Promise<number> {
  const { rows } = await sql<{ many: number }>`select count(*) as many from (${sql.raw(query)})`.execute(db);
  return Number(rows[0]?.many);
}

/** Rounded as in SQLite: an average of at most 1.1 counts as 1. */
function average(rows: number, distinct: number): number {
  const each = Math.ceil(rows / distinct);
  return each === 2 && rows * 10 <= distinct * 11 ? 1 : each;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const from = ({ tbl, idx, condition }: Parts) =>
  `from ${quoted(tbl)} ${idx === null ? 'not indexed' : `indexed by ${quoted(idx)}`} ${condition === null ? '' : `where ${condition}`}`;

/** A table without a full index has an entry of its own. */
async function indexesOf(db: Db, tables: ReadonlySet<string>): Promise<Parts[]> {
  const found = await sql<{ tbl: string; idx: string; text: string | null }>`
    select tbl_name as tbl, name as idx, sql as text from sqlite_master where type = 'index' order by name`.execute(db);
  const columns = await sql<{ idx: string; name: string | null }>`
    select m.name as idx, i.name as name from sqlite_master m, pragma_index_info(m.name) i
    where m.type = 'index' order by m.name, i.seqno`.execute(db);
  const named = Map.groupBy(columns.rows, ({ idx }) => idx);
  const all = found.rows
    .filter(({ tbl }) => tables.has(tbl))
    .map(({ tbl, idx, text }): Parts => {
      const names = (named.get(idx) ?? []).map(({ name }) => name);
      const said = text === null ? null : partsOf(text);
      // A column without a name is an expression.
      const own = names.map((name, at) => (name === null ? (said?.columns[at] ?? '') : quoted(name)));
      return { tbl, idx, columns: own, condition: said?.condition ?? null };
    });
  const whole = new Set(all.filter(({ condition }) => condition === null).map(({ tbl }) => tbl));
  const alone = [...tables].filter((tbl) => !whole.has(tbl));
  return [...all, ...alone.map((tbl) => ({ tbl, idx: null, columns: [], condition: null }))];
}

/** Cuts `create index name on table (columns) where condition` into its parts. */
function partsOf(text: string): Pick<Parts, 'columns' | 'condition'> {
  const columns: string[] = [];
  const open = text.indexOf('(');
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "'") at = text.indexOf("'", at + 1);
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    if (depth > 1 || (letter !== ',' && depth > 0)) continue;
    columns.push(
      text
        .slice(start, at)
        .trim()
        .replace(/\s(asc|desc)$/i, '')
        .trim(),
    );
    start = at + 1;
    if (depth === 0) break;
  }
  const condition = /^\s*where\s+([\s\S]+)$/i.exec(text.slice(start))?.[1] ?? null;
  return { columns, condition };
}
