import { sql } from 'kysely';
import type { Db } from './connection.ts';

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

export interface Statistic extends Index {
  /** Rows, and how many of them one value finds: of the first column, of the first two, and so on. */
  stat: string;
}

/** The tables that have more rows than this. */
export async function largerThan(db: Db, tables: readonly string[], rows: number): Promise<Set<string>> {
  const counts = tables.map(
    (name) => sql`select ${sql.lit(name)} as name, (select count(*) from
      (select 1 from ${sql.table(name)} limit ${sql.lit(rows + 1)})) as many`,
  );
  const found = await sql<{ name: string; many: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return new Set(found.rows.filter(({ many }) => many > rows).map(({ name }) => name));
}

/** The indexes of some tables without statistics: new ones. */
export async function unknownIndexes(db: Db, tables: ReadonlySet<string>): Promise<Set<string>> {
  const known = await sql<Index>`select tbl, idx from sqlite_stat1`.execute(db);
  const names = new Set(known.rows.map(({ tbl, idx }) => `${tbl} ${idx}`));
  const indexes = await indexesOf(db, tables);
  return new Set(indexes.filter(({ tbl, idx }) => !names.has(`${tbl} ${idx}`)).map(({ tbl }) => tbl));
}

/**
 * Counts the rows of a table and how many of them its indexes find. The same as `analyze` without a limit, which would keep
 * everybody from writing for as long as it reads, and would copy values of people into statistics (0077). An empty index has
 * no line.
 *
 * @param db reads beside the event loop
 */
export async function countIndexes(db: Db, table: string): Promise<Statistic[]> {
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

/** As SQLite rounds it: nearly one is one. */
function average(rows: number, distinct: number): number {
  const each = Math.ceil(rows / distinct);
  return each === 2 && rows * 10 <= distinct * 11 ? 1 : each;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const from = ({ tbl, idx, condition }: Parts) =>
  `from ${quoted(tbl)} ${idx === null ? 'not indexed' : `indexed by ${quoted(idx)}`} ${condition === null ? '' : `where ${condition}`}`;

/** A table without an index that has all of its rows stands there itself. */
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
