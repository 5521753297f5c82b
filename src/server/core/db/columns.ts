import type { Generated, RawBuilder } from 'kysely';
import type { Person } from './person.ts';

type Value = string | number | boolean | null | RawBuilder<unknown>;

/** What an erasure leaves in a column of a row that stays: the value itself, null, or a replacement. */
export type OnErasure = 'retained' | ((person: Person) => Value);

interface ColumnFacts {
  type: 'integer' | 'bigint' | 'double precision' | 'text' | `varchar(${number})`;
  /** The type in the baseline, if a later written step made the column longer. */
  typeBefore?: `varchar(${number})`;
  /** An auto-increment number that is never reused. */
  isId?: boolean;
  isPrimaryKey?: boolean;
  isUnique?: boolean;
  isNullable?: boolean;
  /** 0 or 1, read as a boolean. Booleans are recognized by name alone, so every column with this name has to be one. */
  isFlag?: boolean;
  initial?: string | number;
  /** `column` is `table.column`. */
  reference?: { column: string; onDelete: OnDelete | undefined };
  isSecret?: boolean;
  isActor?: boolean;
  onErasure?: OnErasure;
  since?: string;
  until?: string;
}
type OnDelete = 'cascade' | 'set null' | 'no action';

/** A column of a table. Each method returns another column. */
export class Column<Row> {
  /** The select, insert and update types for Kysely; it exists in types only. */
  declare readonly row: Row;
  readonly facts: ColumnFacts;

  constructor(facts: ColumnFacts) {
    this.facts = facts;
  }

  nullable(): Column<Row | null> {
    return new Column({ ...this.facts, isNullable: true });
  }

  default(value: Row & (string | number | boolean)): Column<Generated<Row>> {
    return new Column({ ...this.facts, initial: typeof value === 'boolean' ? Number(value) : value });
  }

  primaryKey(): Column<Row> {
    return new Column({ ...this.facts, isPrimaryKey: true });
  }

  unique(): Column<Row> {
    return new Column({ ...this.facts, isUnique: true });
  }

  /**
   * @param column such as `users.id`
   * @param onDelete absent: a row goes with the one that it refers to; where the column may be null, it becomes null
   */
  references(column: string, onDelete?: OnDelete): Column<Row> {
    return new Column({ ...this.facts, reference: { column, onDelete } });
  }

  /** Left out of a person's export, because the value grants access or names another person. */
  secret(): this {
    return new (this.constructor as new (facts: ColumnFacts) => this)({ ...this.facts, isSecret: true });
  }

  /** Holds the user who acted. It becomes null when that user is erased. */
  actor(): Column<Row> {
    return new Column({ ...this.facts, isActor: true });
  }

  /** For a column added after its table: the name of the step that adds it. */
  since(step: string): this {
    return new (this.constructor as new (facts: ColumnFacts) => this)({ ...this.facts, since: step });
  }

  /** For a text that a written step made longer. @param length its length in the baseline */
  lengthenedFrom(length: number): this {
    const facts: ColumnFacts = { ...this.facts, typeBefore: `varchar(${length})` };
    return new (this.constructor as new (facts: ColumnFacts) => this)(facts);
  }

  /** For a dropped column: the name of the step that drops it. */
  until(step: string): this {
    return new (this.constructor as new (facts: ColumnFacts) => this)({ ...this.facts, until: step });
  }

  /** An erasure leaves it as it is. */
  retained(): RetainedColumn<Row> {
    return new RetainedColumn({ ...this.facts, onErasure: 'retained' });
  }

  /** An erasure makes it null. */
  emptied(): RetainedColumn<Row> {
    return this.becomes(null);
  }

  /** An erasure puts a value in its place. */
  becomes(value: Value | ((person: Person) => Value)): RetainedColumn<Row> {
    return new RetainedColumn({ ...this.facts, onErasure: onErasureOf(value) });
  }
}

/** A column of a row that stays after an erasure, so it declares what the erasure leaves in it. */
export class RetainedColumn<Row> extends Column<Row> {
  declare readonly isDecided: true;
}

const onErasureOf = (value: Value | ((person: Person) => Value)): OnErasure =>
  typeof value === 'function' ? value : () => value;

export const id = (): Column<Generated<number>> => new Column({ type: 'integer', isId: true });
export const integer = <T extends number = number>(): Column<T> => new Column({ type: 'integer' });
export const bigint = (): Column<number> => new Column({ type: 'bigint' });
export const real = (): Column<number> => new Column({ type: 'double precision' });
/** A boolean, stored as 0 or 1. */
export const flag = (): Column<boolean> => new Column({ type: 'integer', isFlag: true });
/** @param length max. characters; absent: unlimited */
export const text = <T extends string = string>(length?: number): Column<T> =>
  new Column({ type: length === undefined ? 'text' : `varchar(${length})` });
/** ISO-8601 UTC. */
export const instant = (): Column<string> => text(30);
/** `YYYY-MM-DD`. */
export const day = (): Column<string> => text(10);
/** JSON as text. */
export const json = (): Column<string> => text();
/** The `id` of a row of another table. */
export const ref = (table: string, onDelete?: OnDelete): Column<number> =>
  integer().references(`${table}.id`, onDelete);
