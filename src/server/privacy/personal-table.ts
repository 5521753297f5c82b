import type { RawBuilder } from 'kysely';
import type { Schema } from '../db/types.ts';
import { own, type Person, type Rows } from './person.ts';

type Table = keyof Schema & string;
type Columns<T extends Table> = keyof Schema[T] & string;
type Value = string | number | boolean | null | RawBuilder<unknown>;
export type Row = Record<string, unknown>;

/** What the export says of a column. `secret`: nothing, since it opens something or names somebody else. */
type Told = 'told' | 'secret';

/** What an erasure leaves in a column of a row that stays, and whether the export tells it. */
interface Fate {
  isTold: boolean;
  becomes: 'itself' | ((person: Person) => Value);
}

export const kept: Fate = { isTold: true, becomes: 'itself' };
export const becomes = (value: Value | ((person: Person) => Value)): Fate => ({
  isTold: true,
  becomes: typeof value === 'function' ? value : () => value,
});
export const emptied: Fate = becomes(null);
/** Left out of the export. */
export const untold = (fate: Fate): Fate => ({ ...fate, isTold: false });

interface Place {
  rows: Rows;
  /** Rows that go with the person and are not part of the export, such as those that others wrote. */
  alsoErased?: Rows;
  /** The file behind a row: where the store keeps it, and how its owner calls it. */
  file?: (row: Row) => { key: string; name: string };
}

/** How one table names people, what the export tells of it and what an erasure does to it. */
export interface PersonalTable extends Place {
  table: string;
  /** Every column that was decided on; none of a table that is in no export and goes as a whole. */
  columns: readonly string[];
  /** The columns of the export; a text: why nothing of the table is in it. */
  told: readonly string[] | string;
  /** `values`: what changes in rows that stay; `because`: why the law has them stay. */
  erasure: 'delete' | { values: (person: Person) => Row; because?: string };
}

/**
 * A table whose rows are deleted with the person. Each column says whether the export tells it, so that a new column is a
 * type error until somebody decides.
 */
export function goes<T extends Table>(
  table: T,
  { columns, ...place }: Place & { columns: Record<Columns<T>, Told> },
): PersonalTable {
  const told = Object.entries(columns).flatMap(([name, word]) => (word === 'told' ? [name] : []));
  return { ...place, table, columns: Object.keys(columns), told, erasure: 'delete' };
}

/** A table whose rows are deleted with the person and are in no export. @param why as the export says it */
export const goesUntold = (table: Table, { why, ...place }: Place & { why: string }): PersonalTable => ({
  ...place,
  table,
  columns: [],
  told: why,
  erasure: 'delete',
});

/** A table whose rows stay after an erasure. Each column says what is left of it. */
export function stays<T extends Table>(
  table: T,
  { columns, because, ...place }: Place & { columns: Record<Columns<T>, Fate>; because?: string },
): PersonalTable {
  const told = Object.entries<Fate>(columns).flatMap(([name, { isTold }]) => (isTold ? [name] : []));
  return { ...place, table, columns: Object.keys(columns), told, erasure: { values: valuesOf(columns), because } };
}

/** Rows that others wrote about a person: no part of the export, and they name nobody after an erasure. */
export interface OthersTable {
  table: string;
  rows: Rows;
  values: (person: Person) => Row;
}

/** What others wrote: each column says what is left of it. */
export const others = <T extends Table>(table: T, rows: Rows, columns: Record<Columns<T>, Fate>): OthersTable => ({
  table,
  rows,
  values: valuesOf(columns),
});

/** A column that holds the number of a person who did something, and nothing else of the person. */
export const doer = <T extends Table>(table: T, column: Columns<T>): OthersTable => ({
  table,
  rows: own(column),
  values: () => ({ [column]: null }),
});

const valuesOf = (columns: Record<string, Fate>) => (person: Person) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { becomes }]) => (becomes === 'itself' ? [] : [[name, becomes(person)]])),
  );
