import type { Expression, Selectable, SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import type { Table } from '../../core/db/table.ts';
import { type Schema, tables } from '../../tables.ts';
import type { Field } from './merge.ts';

/** `table.column` of the database. */
type Place = { [T in keyof Schema & string]: `${T}.${keyof Schema[T] & string}` }[keyof Schema & string];
type ValueAt<P> = P extends `${infer T extends keyof Schema & string}.${infer C}`
  ? Selectable<Schema[T]>[C & keyof Selectable<Schema[T]>]
  : unknown;

/** The conversion between the text of a cell and its value. */
export interface Cell<T> {
  read: z.ZodType<T, string>;
  /** The text in the export. Absent: the value itself. */
  write?(value: NoInfer<T>): string;
  /** The text in a report. Absent: as in the export. */
  words?(value: NoInfer<T>): string;
}
/** A function makes the cell for the length that the database stores. */
type CellOf<T> = z.ZodType<T, string> | Cell<T> | ((length: number) => z.ZodType<T, string>);

/**
 * A column of an importable table, described once: it drives reading, merging with the portal's value, the model file, the
 * linking of headings, the export and the documentation.
 */
export interface Column<T = unknown, P extends Place | null = Place | null, Key extends boolean = boolean>
  extends Required<Omit<Cell<T>, 'read'>> {
  read: z.ZodType<T, string | undefined>;
  /** A file without it is refused. */
  isRequired: boolean;
  /** Its value in the model file. */
  example: string;
  /** Its names in other systems. */
  alsoCalled: readonly string[];
  /** The database column of its value; null: handled by the kind of table. */
  stored: P;
  /** The expression to export instead of the stored value; null: added by the kind of table. */
  shown?: Expression<unknown> | null;
  /** Not a value of its row: it identifies the row, or has a rule of its own, so it is not merged (`mergeRow`). */
  isKey: Key;
  /** Another column of the database: both are changed together or not at all. */
  with?: string;
  /** A counter that both sides change: a new number in the file always counts. */
  counts?: true;
}
export type Columns = Readonly<Record<string, Column>>;

function cellOf<T>(cell: CellOf<T>, stored: string | null): Cell<T> {
  if (typeof cell !== 'function') return 'read' in cell ? cell : { read: cell };
  const [table = '', name = ''] = stored?.split('.') ?? [];
  const length = /^varchar\((\d+)\)$/.exec(factsOf(table, name)?.type ?? '')?.[1];
  if (length === undefined) throw new Error(`${stored} stores no text of a certain length`);
  return { read: cell(Number(length)) };
}

const factsOf = (table: string, name: string) =>
  (tables as unknown as Readonly<Record<string, Table | undefined>>)[table]?.columns[name]?.facts;

/** A column whose cells must not be empty. @param alsoCalled names separated by commas */
export function required<P extends Place | null, T extends ValueAt<P>>(
  stored: P,
  cell: CellOf<T>,
  example: string,
  alsoCalled = '',
): Column<T, P, false> {
  const { read, write = String, words = write } = cellOf(cell, stored);
  const names = alsoCalled.split(', ').filter(Boolean);
  return { read, write, words, isRequired: true, example, alsoCalled: names, stored, isKey: false };
}

/** As `required`, for a column that is not a value of its row: it identifies the row, or the kind of table handles it. */
export const key = <P extends Place | null, T extends ValueAt<P>>(
  ...described: Parameters<typeof required<P, T>>
): Column<T, P, true> => ({ ...required(...described), isKey: true });

/** A column that may be missing or have empty cells. */
export function optional<P extends Place | null, T extends ValueAt<P>>(
  ...described: Parameters<typeof required<P, T>>
): Column<T | undefined, P, false> {
  const column = required(...described);
  const text = z.string().optional();
  const read = text.transform((value) => value || undefined).pipe(column.read.optional());
  return { ...column, read, isRequired: false } as Column<T | undefined, P, false>;
}

type Value<C> = C extends { read: z.ZodType<infer T> } ? T : never;
/** The name of a value in a table of the database. */
type Name<C, T extends string> = C extends { stored: `${T}.${infer N}`; isKey: false } ? N : never;
/** `Yes` for a column whose cells may be empty. */
type IfOptional<C, Yes, No> = undefined extends Value<C> ? Yes : No;

/** What the cells of a row say. */
export type RowOf<C extends Columns> = { [N in keyof C as IfOptional<C[N], never, N>]: Value<C[N]> } & {
  [N in keyof C as IfOptional<C[N], N, never>]?: Value<C[N]>;
};

/** The values of a row by the columns of a table of the database. */
type In<C extends Columns, T extends string> = { [N in keyof C as Name<C[N], T>]: Exclude<Value<C[N]>, undefined> };

export const shapeOf = <C extends Columns>(columns: C) =>
  z.object(Object.fromEntries(Object.entries(columns).map(([name, { read }]) => [name, read]))) as unknown as z.ZodType<
    RowOf<C>
  >;

/** The columns that say something of a row of this table, each with its name there. */
const within = (columns: Columns, table: string) =>
  Object.entries(columns).flatMap(([name, column]) =>
    !column.isKey && column.stored?.startsWith(`${table}.`)
      ? [{ name, column, storedAs: column.stored.slice(table.length + 1) }]
      : [],
  );

/** The merge fields of the columns of a table. */
export const fieldsOf = <C extends Columns, T extends keyof Schema & string>(columns: C, table: T) =>
  Object.fromEntries(
    within(columns, table).map(({ name, storedAs, column }) => {
      const { words, with: leader, counts } = column;
      if (leader !== undefined && !factsOf(table, leader)) throw new Error(`${name} goes with ${leader}: no column`);
      return [storedAs, { column: name, words, with: leader, counts }];
    }),
  ) as unknown as { readonly [N in keyof In<C, T>]: Field };

type Values<C extends Columns, T extends string> = {
  [N in keyof C as IfOptional<C[N], never, Name<C[N], T>>]: Value<C[N]>;
} & { [N in keyof C as IfOptional<C[N], Name<C[N], T>, never>]?: Value<C[N]> };

/** The values of a row for a table of the database; `undefined`: the row has none. */
export const valuesOf = <C extends Columns, T extends keyof Schema & string>(columns: C, row: RowOf<C>, table: T) =>
  Object.fromEntries(
    within(columns, table).map(({ name, storedAs }) => [storedAs, (row as Readonly<Record<string, unknown>>)[name]]),
  ) as Values<C, T>;

/** null for each value that a new row of a table may lack. */
export const blanksOf = <C extends Columns, T extends keyof Schema & string>(columns: C, table: T) =>
  Object.fromEntries(
    within(columns, table).flatMap(({ storedAs }) => (factsOf(table, storedAs)?.isNullable ? [[storedAs, null]] : [])),
  ) as { [N in keyof In<C, T> as N extends keyof Schema[T] ? (null extends Schema[T][N] ? N : never) : never]: null };

/** The columns that a query selects to compare with the values of rows. */
export const storedOf = <C extends Columns, T extends string>(columns: C, table: T) =>
  within(columns, table).map(({ storedAs, column: { stored, shown } }) =>
    shown ? aliased(shown, storedAs) : stored,
  ) as `${T}.${keyof In<C, T> & string}`[];

/** Reads rows for the export: their values by the columns of the file, and what the query selects besides. */
export type PickRows<C extends Columns> = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
) => Promise<(Row & Exported<C>)[]>;
export type Exported<C extends Columns> = { [N in keyof C]?: Exclude<Value<C[N]>, undefined> | null };

export const pickOf =
  <C extends Columns>(columns: C): PickRows<C> =>
  (query) => {
    const selection = Object.entries(columns).flatMap(([name, { stored, shown }]) => {
      if (shown === null || (stored === null && !shown)) return [];
      return [shown ? aliased(shown, name) : `${stored} as ${name}`];
    });
    return query.select(selection as never).execute() as never;
  };

const aliased = (expression: Expression<unknown>, name: string) =>
  (expression as unknown as { as(alias: string): unknown }).as(name);
