import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/db/reach.ts';
import { gatherPatiently, refreshSoon } from '../../core/db/statistics.ts';
import { auditAll } from '../../core/http/audit.ts';
import type { School, Session } from '../../core/http/ctx.ts';
import * as cells from './cells.ts';
import type { Columns } from './columns.ts';
import { garbledWords, isGarbled } from './decode-text.ts';
import { inTurn, type Waiting } from './import-turn.ts';
import type { Conflict } from './merge-row.ts';
import { nameFaults } from './name-faults.ts';
import { openTable } from './open-table.ts';
import { type Fault, TableRefused, type TextTable } from './table.ts';
import { commandLimits } from './table-limits.ts';

/** A valid row, with its line in the file, and when the office changed it. */
export type Row<T> = T & { line: number; alterado_em?: string };

export interface Tally {
  added: number;
  changed: number;
  same: number;
  /** Lines whose rows stay unchanged although the table differs, by reason. Absent if there are none. */
  kept?: Record<string, number[]>;
  /** Fields that stay as they are in the portal, although the file has another value. Absent if there are none. */
  conflicts?: Conflict[];
  /** Columns that the portal does not know and left out. Absent if there are none. */
  ignored?: string[];
}

/** The tools with which a kind of table writes. */
export interface Task {
  tx: Db;
  /** Without a session a command sends the table. */
  school: School & { session?: Session };
  /** Whose rows may be found and written. */
  reach: Reach;
  at: Date;
  tally: Tally;
  /** Notes an error in a line. The check goes on, but the whole file is refused. */
  fault(line: number, text: string, column?: string, repeats?: number): void;
  /** Notes a line that is skipped without an error: the rest of the file is imported. */
  keep(line: number, why: string): void;
  /** Notes that the row of a person was added, or changed in these columns of the file. */
  person(id: number, what: 'added' | readonly string[]): void;
  /** Reports how many more rows are done. */
  done(rows: number): void;
}

/** A kind of table: its columns, the meaning of a row, and how rows are written. */
export interface Kind<Shape extends z.ZodType = z.ZodType> {
  columns: Columns;
  row: Shape;
  write(task: Task, rows: Row<z.output<Shape>>[]): Promise<void>;
}

export const kind = <Shape extends z.ZodType>(made: Kind<Shape>): Kind => made as unknown as Kind;

/** Every table may have this column: when the office changed the row. */
const ALTERED = 'alterado_em';

/** The columns of a table with whether each is required, those of every table too. */
export const columnsOf = ({ columns }: Pick<Kind, 'columns'>): Readonly<Record<string, boolean>> => ({
  ...Object.fromEntries(Object.entries(columns).map(([name, { isRequired }]) => [name, isRequired])),
  [ALTERED]: false,
});

/** From this many rows on, the database looks anew at how large its tables are. */
const BULK = 500;

class OnlyTried extends Error {}

/** What a file says: rows that can be understood, and what is wrong with the others. */
export interface ReadRows {
  rows: Row<object>[];
  faults: Fault[];
  /** Columns that the portal does not know. */
  ignored: string[];
}

interface Writing {
  reach?: Reach;
  /** What the log calls this import: the table, and the key that sent it. */
  source?: Readonly<Record<string, string>>;
  onProgress?(done: number, all: number): void;
}

/** Whom a command reaches. */
const EVERYBODY: Reach = { escolaId: null, units: null };

/**
 * Imports a table, all or nothing. A known row (by its key, such as a student's number) is changed, so the same file
 * twice adds nothing.
 *
 * @param isTrial checks everything and keeps nothing.
 * @throws TableRefused with every wrong line; ImportBusy when another import runs for very long
 */
export async function importTable(
  school: School,
  kind: Kind,
  bytes: Uint8Array,
  { isTrial = false, onWait, ...writing }: Writing & Pick<Waiting, 'onWait'> & { isTrial?: boolean } = {},
): Promise<Tally> {
  const { table } = await openTable(school, bytes, { form: 'sheet', columns: columnsOf(kind), limits: commandLimits });
  const read = await understand(table, kind, school);
  let tally: Tally = { added: 0, changed: 0, same: 0 };
  try {
    const write = async (tx: Db) => {
      tally = await writeRows(school, tx, kind, read, writing);
      if (isTrial) throw new OnlyTried();
    };
    await inTurn(school, write, { onWait });
  } catch (error) {
    if (error instanceof TableRefused) throw new TableRefused(nameFaults(error.faults, table));
    if (!(error instanceof OnlyTried)) throw error;
  }
  if (!isTrial) await countAnew(school, read.rows.length);
  return read.ignored.length > 0 ? { ...tally, ignored: read.ignored } : tally;
}

/**
 * Writes the rows of a table inside a transaction. Each person who is added or changed has a line in the log: by which
 * import, and in which columns; values stand in none.
 *
 * @throws TableRefused with every wrong line, when some of the rows may be written already
 */
export async function writeRows(
  school: School & { session?: Session },
  tx: Db,
  { write }: Kind,
  { rows, faults: unread }: Pick<ReadRows, 'rows' | 'faults'>,
  { reach = EVERYBODY, source = {}, onProgress = () => {} }: Writing = {},
): Promise<Tally> {
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
        tally.kept ??= {};
        tally.kept[why] ??= [];
        tally.kept[why].push(line);
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
  return tally;
}

/**
 * After many rows, has the database look at how large its tables are.
 *
 * @param isServing somebody waits for an answer: of a SQLite file, which is read whole, the background work does it
 */
export async function countAnew(school: School, rows: number, isServing = false): Promise<void> {
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

/** Reads the cells of each row, which come clean. Others are served between portions. */
export async function understand(
  { lines, ignored }: TextTable,
  { columns, row: shape }: Kind,
  { config }: Pick<School, 'config'>,
): Promise<ReadRows> {
  const altered = cells.optional(cells.instant(config.SCHOOL_TIME_ZONE));
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
      const when = altered.safeParse(cells[ALTERED]);
      if (read.success && when.success) rows.push({ ...(read.data as object), line, alterado_em: when.data });
      for (const { path, message } of read.error?.issues ?? [])
        faults.push({ line, column: path.join('.'), text: message });
      for (const { message } of when.error?.issues ?? []) faults.push({ line, column: ALTERED, text: message });
    }
  }
  return { rows, faults, ignored };
}

/**
 * Splits rows into portions: databases limit the number of values in one statement. Between two portions the process
 * serves others.
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

/** The values of a row that differ; a value left out (`undefined`) changes nothing. null if nothing differs. */
export function changesOf<T extends object>(before: T, after: Partial<T>): Partial<T> | null {
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof T],
  );
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<T>) : null;
}

/** Remembers what is counted. @returns a function that counts again from there, for a row that is done anew */
export function markTally(tally: Tally): () => void {
  const { added, changed, same, conflicts = [] } = tally;
  const noted = conflicts.length;
  return () => {
    Object.assign(tally, { added, changed, same });
    tally.conflicts?.splice(noted);
  };
}

/** Counts what was weighed apart. */
export function addTally(tally: Tally, own: Tally): void {
  tally.changed += own.changed;
  tally.same += own.same;
  if (own.conflicts) tally.conflicts = [...(tally.conflicts ?? []), ...own.conflicts];
}

/** Counts a known row. @returns what differs, or null if nothing does */
export function differences<T extends object>(task: Task, before: T, after: Partial<T>): Partial<T> | null {
  const changed = changesOf(before, after);
  task.tally[changed ? 'changed' : 'same'] += 1;
  return changed;
}

/** Only the given values: an `undefined` would replace a known value. */
export const defined = <T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
