import type { Column, OnErasure, RetainedColumn } from './columns.ts';
import type { Rows } from './person.ts';

type Columns = Record<string, Column<unknown>>;

/** A table, described once: its columns and keys, and how exports and erasures treat it. */
export interface Table<C extends Columns = Columns> extends Parts<C> {
  privacy: Impersonal | Personal;
}

interface Parts<C extends Columns> {
  columns: C;
  /** By name, as in `create table`, for columns that exist from the start: `primary key (user_id, route)`. */
  constraints?: Record<string, string>;
  /** By name, as after `create index … on table`: `(status) where paid_at is null`. */
  indexes?: Record<string, Index>;
  uniqueIndexes?: Record<string, Index>;
  /** For a table added after the baseline: the name of the step that creates it. */
  since?: string;
  /** For a dropped table: the name of the step that drops it. */
  until?: string;
}

/**
 * `since`: for an index added after all of its columns, the name of the step that creates it. `until`: for a dropped index, the
 * name of the step that drops it.
 */
type Index = string | { on: string; since?: string; until?: string };

interface Impersonal {
  /** Why the table names no person. */
  impersonal: string;
}

/** How a table names people. */
export interface Personal extends Place {
  impersonal?: undefined;
  erasure: 'delete' | 'retain';
  /** The legal reason for rows that stay. */
  because?: string | undefined;
  /** Why the table is not in a person's export. */
  notExported?: string | undefined;
  /** Rows that others wrote about a person: they are not exported, and an erasure anonymizes them. */
  others?: { rows: Rows; columns: Record<string, OnErasure> } | undefined;
}

interface Place {
  /** The person's rows. */
  rows: Rows;
  /** Rows that are erased with the person but not exported, such as rows that others wrote. */
  alsoErased?: Rows | undefined;
  /** The file of a row: its key in the store, and the name that its owner gave it. */
  file?: ((row: Record<string, unknown>) => { key: string; name: string }) | undefined;
}

/** A table that names nobody. */
export const impersonal = <C extends Columns>(why: string, parts: Parts<C>): Table<C> => ({
  ...parts,
  privacy: { impersonal: why },
});

/** A table whose rows are deleted with the person. An export has every column that is not secret. */
export function deletedWithPerson<C extends Columns>({
  rows,
  alsoErased,
  file,
  notExported,
  others,
  ...parts
}: Parts<C> &
  Place & {
    notExported?: string;
    others?: { rows: Rows; columns: Record<keyof NoInfer<C> & string, OnErasure> };
  }): Table<C> {
  return { ...parts, privacy: { rows, alsoErased, file, notExported, others, erasure: 'delete' } };
}

/** A table whose rows stay after an erasure. Each column declares what is left of it. */
export function retainedAfterErasure<C extends Record<string, RetainedColumn<unknown>>>({
  rows,
  because,
  ...parts
}: Parts<C> & { rows: Rows; because?: string }): Table<C> {
  return { ...parts, privacy: { rows, because, erasure: 'retain' } };
}

/** The row type of each table. */
export type RowsOf<T extends Record<string, Table>> = {
  [Name in keyof T]: { [Column in keyof T[Name]['columns']]: T[Name]['columns'][Column]['row'] };
};

/** SQLite's search index, which no description covers. */
export interface SearchIndex {
  people_grams: { rowid: number };
}
