import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './connection.ts';

type Single = string | number | null;
export type Value = Single | readonly Single[];

/** A placeholder for a value while a query is compiled. */
class Slot {
  readonly argument: number;
  /** The index of the slot in a list; null outside of a list. */
  readonly index: number | null;
  constructor(argument: number, index: number | null) {
    this.argument = argument;
    this.index = index;
  }
  /** Throws on computation with a slot: its result would become a constant of the compiled SQL. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('a prepared query must use its values as they are');
  }
  toJSON = this[Symbol.toPrimitive];
  valueIn(values: readonly Value[]): unknown {
    const value = values[this.argument];
    return this.index === null ? value : (value as readonly Single[])[this.index];
  }
}

interface Plan {
  query: CompiledQuery<unknown>;
  /** The value of each parameter: a slot, or a value from the query itself. */
  places: readonly unknown[];
}

/** Longer lists are rare and their lengths vary, so their queries are not cached. */
const MAX_LIST = 32;

/**
 * Compiles a frequent query once for each engine and each length of its lists, since building its SQL takes longer than running
 * it.
 *
 * @param build puts its values into the query unchanged. The query's shape may depend only on lengths of lists, so the caller
 *   handles an empty list before the query.
 */
export function prepared<Values extends readonly Value[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const plans = new Map<unknown, Map<string, Plan>>();
  const planFor = (db: Db, values: Values): Plan => {
    const engine = db.getExecutor().adapter.constructor;
    const known = plans.get(engine) ?? new Map<string, Plan>();
    plans.set(engine, known);
    let shape = '';
    let longest = 0;
    for (const value of values) {
      const length = Array.isArray(value) ? value.length : 0;
      shape += `${length},`;
      longest = Math.max(longest, length);
    }
    const plan = known.get(shape);
    if (plan) return plan;
    const made = compiled(db, values);
    if (longest <= MAX_LIST) known.set(shape, made);
    return made;
  };
  const compiled = (db: Db, values: Values): Plan => {
    const slots = values.map((value, argument) =>
      Array.isArray(value) ? value.map((_, index) => new Slot(argument, index)) : new Slot(argument, null),
    );
    const query = build(db, ...(slots as unknown as Values)).compile();
    return { query, places: query.parameters };
  };
  return async (db, ...values) => {
    const { query, places } = planFor(db, values);
    const parameters = places.map((place) => (place instanceof Slot ? place.valueIn(values) : place));
    const { rows } = await db.executeQuery({ ...query, parameters });
    return rows as Row[];
  };
}

/** The same for a query of at most one row; undefined: there is none. */
export function preparedOne<Values extends readonly Value[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const all = prepared(build);
  return async (db, ...values) => (await all(db, ...values))[0];
}
