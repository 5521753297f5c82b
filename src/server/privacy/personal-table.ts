import type { RawBuilder } from 'kysely';
import type { Schema } from '../db/types.ts';
import { own, type Person, type Rows } from './person.ts';

type Table = keyof Schema & string;
type Columns<T extends Table> = keyof Schema[T] & string;
type Value = string | number | boolean | null | RawBuilder<unknown>;
export type Row = Record<string, unknown>;

/** How the export treats a column. `secret`: it is left out, since it opens something or names another person. */
type Told = 'told' | 'secret';

/** What an erasure leaves in a column of a row that stays, and whether the export has it. */
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
  /** Rows that are erased with the person but not exported, such as rows that others wrote. */
  alsoErased?: Rows;
  /** The file of a row: its key in the store, and its owner's name for it. */
  file?: (row: Row) => { key: string; name: string };
}

/** How one table names people, its part in an export, and its fate in an erasure. */
export interface PersonalTable extends Place {
  table: string;
  /** Every column with a decision; empty for a table that is not exported and is deleted as a whole. */
  columns: readonly string[];
  /** The columns of the export; a text says why the table is not in it. */
  told: readonly string[] | string;
  /** `values`: the changes in rows that stay; `because`: why the law keeps them. */
  erasure: 'delete' | { values: (person: Person) => Row; because?: string };
}

/**
 * A table whose rows are deleted with the person. Each column says whether the export has it, so a new column is a type
 * error until it has a decision.
 */
export function goes<T extends Table>(
  table: T,
  { columns, ...place }: Place & { columns: Record<Columns<T>, Told> },
): PersonalTable {
  const told = Object.entries(columns).flatMap(([name, word]) => (word === 'told' ? [name] : []));
  return { ...place, table, columns: Object.keys(columns), told, erasure: 'delete' };
}

/** A table whose rows are deleted with the person and are not exported. @param why in the words of the export */
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

/** Rows that others wrote about a person: they are not exported, and name nobody after an erasure. */
export interface OthersTable {
  table: string;
  rows: Rows;
  values: (person: Person) => Row;
}

/** Rows that others wrote: each column says what is left of it. */
export const others = <T extends Table>(table: T, rows: Rows, columns: Record<Columns<T>, Fate>): OthersTable => ({
  table,
  rows,
  values: valuesOf(columns),
});

/** A column with only the number of the person who did something. */
export const doer = <T extends Table>(table: T, column: Columns<T>): OthersTable => ({
  table,
  rows: own(column),
  values: () => ({ [column]: null }),
});

const valuesOf = (columns: Record<string, Fate>) => (person: Person) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { becomes }]) => (becomes === 'itself' ? [] : [[name, becomes(person)]])),
  );
