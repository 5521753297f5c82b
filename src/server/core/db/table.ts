import type { Column, OnErasure, RetainedColumn } from './columns.ts';
import type { Rows } from './person.ts';

type Columns = Record<string, Column<unknown>>;

/** A table, described once: its columns and keys, and what it means for the people that it names. */
export interface Table<C extends Columns = Columns> extends Parts<C> {
  privacy: Impersonal | Personal;
}

interface Parts<C extends Columns> {
  columns: C;
  /** As `create table` has them, of columns that come with the table: `primary key (user_id, route)`. */
  constraints?: Record<string, string>;
  /** By name, as `create index … on table` has them: `(status) where paid_at is null`. */
  indexes?: Record<string, Index>;
  uniqueIndexes?: Record<string, Index>;
  /** Of a table that came after the baseline: the name of the step that makes it. */
  since?: string;
  /** Of a table that is there no more: the name of the step that drops it. */
  until?: string;
}

/**
 * `since`: of an index that came after all of its columns, the name of the step that makes it. `until`: of one that is there
 * no more, the name of the step that drops it.
 */
type Index = string | { on: string; since?: string; until?: string };

interface Impersonal {
  /** Why nobody is named here. */
  impersonal: string;
}

/** How a table names people. */
export interface Personal extends Place {
  impersonal?: undefined;
  erasure: 'delete' | 'retain';
  /** Why the law keeps rows that stay. */
  because?: string | undefined;
  /** Why the export of a person lacks the table. */
  notExported?: string | undefined;
  /** Rows that others wrote about a person: they are not exported, and name nobody after an erasure. */
  others?: { rows: Rows; columns: Record<string, OnErasure> } | undefined;
}

interface Place {
  /** The person's rows. */
  rows: Rows;
  /** Rows that are erased with the person but not exported, such as rows that others wrote. */
  alsoErased?: Rows | undefined;
  /** The file of a row: its key in the store, and its owner's name for it. */
  file?: ((row: Record<string, unknown>) => { key: string; name: string }) | undefined;
}

/** A table that names nobody. */
export const impersonal = <C extends Columns>(why: string, parts: Parts<C>): Table<C> => ({
  ...parts,
  privacy: { impersonal: why },
});

/** A table whose rows are deleted with the person. The export has each column but those that are secret. */
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

/** A table whose rows stay after an erasure. Each column says what is left of it. */
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

/** What no description makes: the index of SQLite for searches. */
export interface SearchIndex {
  people_grams: { rowid: number };
}
