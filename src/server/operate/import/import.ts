import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Db } from '../../core/db/connection.ts';
import { EVERYWHERE, type Reach } from '../../core/db/reach.ts';
import { inSavepoint } from '../../core/db/savepoint.ts';
import { gatherPatiently, refreshSoon } from '../../core/db/statistics.ts';
import { auditAll } from '../../core/http/audit.ts';
import type { School, Session } from '../../core/http/ctx.ts';
import * as cells from './cells.ts';
import { type Columns, type Exported, type PickRows, pickOf, type RowOf, shapeOf } from './column.ts';
import { garbledWords, isGarbled } from './encodings.ts';
import { type Waiting, withImportLock } from './import-lock.ts';
import { type Fault, nameFaults, TableRefused, type TextTable, writeTable } from './table.ts';
import { openTable } from './table-file.ts';
import { commandLimits } from './table-limits.ts';
import type { Tally } from './tally.ts';

/** A valid row, with its line in the file, and when the office changed it. */
export type Row<T> = T & { line: number; alterado_em?: string };

/** The context with which a kind of table writes. */
export interface Task {
  tx: Db;
  /** Without a session the import was started by a command. */
  school: School & { session?: Session };
  /** The reach of the sender: which rows may be found and written. */
  reach: Reach;
  at: Date;
  tally: Tally;
  /** Records an error in a line. Checking continues, but the whole file is refused. */
  fault(line: number, text: string, column?: string, repeats?: number): void;
  /** Records a line that is skipped without an error: the rest of the file is imported. */
  keep(line: number, why: string): void;
  /** Records that the row of a person was added, or changed in these columns of the file. */
  person(id: number, what: 'added' | readonly string[]): void;
  /** Reports how many more rows are done. */
  done(rows: number): void;
}

/** A kind of table: its columns, how its rows are written, and how they are read for the export. */
interface KindOf<C extends Columns> {
  columns: C;
  write(task: Task, rows: Row<RowOf<C>>[]): Promise<void>;
  exported(db: Db, pick: PickRows<C>, school: School): Promise<Exported<C>[]>;
}
export interface Kind extends Pick<KindOf<Columns>, 'columns'> {
  row: z.ZodType;
  write(task: Task, rows: Row<object>[]): Promise<void>;
  /** All rows as a table that the import reads. */
  csv(school: School): Promise<string>;
}

export const kind = <C extends Columns>(made: KindOf<C>): Kind => ({
  columns: made.columns,
  row: shapeOf(made.columns),
  write: (task, rows) => made.write(task, rows as Row<RowOf<C>>[]),
  async csv(school) {
    const rows: Readonly<Record<string, unknown>>[] = await made.exported(school.db, pickOf(made.columns), school);
    const textOf =
      (row: (typeof rows)[number]) =>
      ([name, { write }]: [string, Columns[string]]) =>
        [name, row[name] === null || row[name] === undefined ? '' : write(row[name])] as const;
    const columns = Object.entries(made.columns);
    return writeTable(
      Object.keys(made.columns),
      rows.map((row) => Object.fromEntries(columns.map(textOf(row)))),
    );
  },
});

/** Every table may have this column: when the office changed the row. */
const ALTERED = 'alterado_em';

/** The columns of a table with whether each is required, those of every table too. */
export const columnsOf = ({ columns }: Pick<Kind, 'columns'>): Readonly<Record<string, boolean>> => ({
  ...Object.fromEntries(Object.entries(columns).map(([name, { isRequired }]) => [name, isRequired])),
  [ALTERED]: false,
});

/** From this many rows on, the database's statistics are refreshed. */
const BULK = 500;

/** Ends the transaction of a dry run. */
class DryRunDone extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super();
    this.result = result;
  }
}

/** Writes everything in a transaction and rolls it back. @returns what the writing returned */
export async function dryRun<T>(
  inTransaction: (work: (tx: Db) => Promise<T>) => Promise<T>,
  write: (tx: Db) => Promise<T>,
) {
  try {
    return await inTransaction(async (tx) => {
      throw new DryRunDone(await write(tx));
    });
  } catch (error) {
    if (error instanceof DryRunDone) return error.result as T;
    throw error;
  }
}

/** The options of an import by a command, another system, or the panel. */
interface Sending<T> {
  /** Absent: a command, with unlimited reach. */
  reach?: Reach;
  /** The source in the log: the table, and the key that sent it. */
  source?: Readonly<Record<string, string>>;
  onProgress?(done: number, all: number): void;
  /** Valid rows are written and wrong ones left out; otherwise all or nothing. */
  isByRow?: boolean;
  /** A dry run: everything is rolled back. */
  isTrial: boolean;
  /** Somebody waits for an answer, so statistics of a SQLite file are refreshed by the background jobs. */
  isServing?: boolean;
  /** Opens the transaction, in which no other import runs. */
  begin(write: (tx: Db) => Promise<Outcome>): Promise<T>;
}

export interface Outcome {
  tally: Tally;
  /** In an import by row: the faults of the rows that were left out. */
  faults: readonly Fault[];
}

/**
 * Imports a parsed table: the only way in. A known row (by its key, such as a student's number) is changed, so importing the same
 * table twice adds nothing.
 *
 * @throws TableRefused with every wrong line, each with the text of its cell
 */
export async function importRows<T>(
  school: School & { session?: Session },
  kind: Kind,
  table: TextTable,
  { isByRow = false, isTrial, isServing = false, begin, ...writing }: Sending<T>,
): Promise<T> {
  const read = await understand(table, kind, school);
  try {
    const result = await begin(async (tx) => {
      const { tally, faults } = await (isByRow ? writeRight : writeAll)(school, tx, kind, read, writing);
      const { ignored } = table;
      return { tally: ignored.length > 0 ? { ...tally, ignored } : tally, faults: nameFaults(faults, table) };
    });
    if (!isTrial) await countAnew(school, read.rows.length, isServing);
    return result;
  } catch (error) {
    throw error instanceof TableRefused ? new TableRefused(nameFaults(error.faults, table)) : error;
  }
}

/**
 * As `importRows` for a file, all or nothing.
 *
 * @throws TableRefused as `importRows` and `openTable` do; ImportBusy when another import takes too long
 */
export async function importTable(
  school: School,
  kind: Kind,
  bytes: Uint8Array,
  { isTrial = false, onWait, ...writing }: Writing & Pick<Waiting, 'onWait'> & { isTrial?: boolean } = {},
): Promise<Tally> {
  const { table } = await openTable(school, bytes, { form: 'sheet', columns: columnsOf(kind), limits: commandLimits });
  const waiting = <T>(work: (tx: Db) => Promise<T>) => withImportLock(school, work, { onWait });
  const begin = (write: (tx: Db) => Promise<Outcome>) => (isTrial ? dryRun(waiting, write) : waiting(write));
  return (await importRows(school, kind, table, { ...writing, isTrial, begin })).tally;
}

/** The valid rows of a file, and the faults of the others. */
interface ReadRows {
  rows: Row<object>[];
  faults: Fault[];
}
type Writing = Pick<Sending<never>, 'reach' | 'source' | 'onProgress'>;

/**
 * Writes the rows of a table. Each person who is added or changed has a line in the log, with the import and the columns, but
 * without values.
 *
 * @throws TableRefused with every wrong line, when some of the rows may already be written
 */
async function writeAll(
  school: Task['school'],
  tx: Db,
  { write }: Kind,
  { rows, faults: unread }: ReadRows,
  { reach = EVERYWHERE, source = {}, onProgress = () => {} }: Writing,
): Promise<Outcome> {
  const faults = [...unread];
  const tally: Tally = { added: 0, changed: 0, same: 0 };
  const people = new Map<number, 'added' | Set<string>>();
  let finished = 0;
  await write(
    {
      tx,
      school,
      reach,
      at: school.now(),
      tally,
      fault: (line, text, column, repeats) => void faults.push({ line, text, column, repeats }),
      keep(line, why) {
        tally.preserved ??= {};
        tally.preserved[why] ??= [];
        tally.preserved[why].push(line);
      },
      person(id, what) {
        const before = people.get(id);
        if (what === 'added') people.set(id, what);
        else if (before !== 'added') people.set(id, new Set([...(before ?? []), ...what]));
      },
      done(count) {
        finished += count;
        onProgress(finished, rows.length);
      },
    },
    rows,
  );
  if (faults.length > 0) throw new TableRefused(faults.toSorted((a, b) => a.line - b.line));
  const lines = [...people].map(([id, what]) => ({
    target: `user:${id}`,
    isNew: what === 'added',
    depois: what === 'added' ? source : { ...source, colunas: [...what].join(', ') },
  }));
  const actor = { ...school, db: tx };
  for (const isNew of [true, false]) {
    const some = lines.filter((line) => line.isNew === isNew).map(({ target, depois }) => ({ target, depois }));
    await auditAll(actor, isNew ? 'import-add' : 'import-change', some);
  }
  return { tally, faults: [] };
}

/** Writes the valid rows: repeats without the wrong rows until none is wrong. */
async function writeRight(
  school: Task['school'],
  tx: Db,
  kind: Kind,
  read: ReadRows,
  writing: Writing,
): Promise<Outcome> {
  const faults = [...read.faults];
  let { rows } = read;
  while (rows.length > 0) {
    try {
      const { tally } = await inSavepoint(tx, () => writeAll(school, tx, kind, { rows, faults: [] }, writing));
      return { tally, faults };
    } catch (error) {
      if (!(error instanceof TableRefused)) throw error;
      const found = withoutFollowers(error.faults);
      const wrong = new Set(found.map(({ line }) => line));
      const left = rows.filter(({ line }) => !wrong.has(line));
      if (left.length === rows.length) throw error;
      faults.push(...found);
      rows = left;
    }
  }
  return { tally: { added: 0, changed: 0, same: 0 }, faults };
}

/** A row that repeats a wrong one may be valid once the wrong one is left out. */
function withoutFollowers(faults: readonly Fault[]): Fault[] {
  const wrong = new Set(faults.flatMap(({ line, repeats }) => (repeats === undefined ? [line] : [])));
  return faults.filter(({ line, repeats }) => repeats === undefined || wrong.has(line) || !wrong.has(repeats));
}

/** Refreshes the database's statistics after many rows. */
async function countAnew(school: School, rows: number, isServing: boolean): Promise<void> {
  if (rows < BULK) return;
  if (isServing && school.database.engine === 'sqlite') return refreshSoon(school);
  const warn = (error: unknown) =>
    school.log.warn({ err: error }, 'the planner of the database knows old numbers of rows');
  await gatherPatiently(school).catch(warn);
}

const EXAMPLE_ROW = 'Esta é a linha de exemplo do modelo: apague-a.';

/** Whether a row is that of the model file, with all of its cells. */
const isExample = (cells: Readonly<Record<string, string>>, columns: Columns): boolean =>
  Object.entries(columns).every(([name, { example }]) => cells[name] === example);

/** Parses and cleans the cells of each row. Between portions other requests are served. */
async function understand(
  { lines }: TextTable,
  { columns, row: shape }: Kind,
  { config }: Pick<School, 'config'>,
): Promise<ReadRows> {
  const altered = cells.instant(config.SCHOOL_TIME_ZONE).optional();
  const faults: Fault[] = [];
  const rows: Row<object>[] = [];
  for await (const some of portions(lines)) {
    for (const { line, cells } of some) {
      if (isExample(cells, columns)) {
        faults.push({ line, text: EXAMPLE_ROW });
        continue;
      }
      const garbled = Object.entries(cells).filter(([, text]) => isGarbled(text));
      for (const [column, text] of garbled) faults.push({ line, column, text: garbledWords(text) });
      if (garbled.length > 0) continue;
      const read = shape.safeParse(cells);
      const when = altered.safeParse(cells[ALTERED] || undefined);
      if (read.success && when.success) rows.push({ ...(read.data as object), line, alterado_em: when.data });
      for (const { path, message } of read.error?.issues ?? [])
        faults.push({ line, column: path.join('.'), text: message });
      for (const { message } of when.error?.issues ?? []) faults.push({ line, column: ALTERED, text: message });
    }
  }
  return { rows, faults };
}

/**
 * Splits rows into portions, because databases limit the number of values in one statement. Between two portions other requests
 * are served.
 */
export async function* portions<T>(rows: readonly T[], size = 400): AsyncGenerator<T[]> {
  for (let at = 0; at < rows.length; at += size) {
    if (at > 0) await setImmediate();
    yield rows.slice(at, at + size);
  }
}

/** Notes a fault for each row whose key an earlier row has. @returns the others */
export function withoutRepeats<T extends { line: number }>(task: Task, rows: T[], keyOf: (row: T) => string): T[] {
  const first = new Map<string, number>();
  return rows.filter((row) => {
    const key = keyOf(row);
    const before = first.get(key);
    if (before === undefined) first.set(key, row.line);
    else task.fault(row.line, `Repete a linha ${before}.`, undefined, before);
    return before === undefined;
  });
}

/** Without `undefined` values, which would replace known ones. */
export const defined = <T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
