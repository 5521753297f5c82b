import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './connection.ts';

type Value = string | number | null;

/** Stands for a value during compilation of a query. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface Plan {
  query: CompiledQuery<unknown>;
  /** The value of each parameter: a slot, or a value from the query itself. */
  places: readonly unknown[];
}

/**
 * Compiles a frequent query once for each engine, since making its SQL takes longer than running it. Its shape must not
 * depend on the values; a list for `in` has no fixed shape.
 *
 * @param names of the values that `build` gets; each one goes where `build` put it.
 */
export function prepared<Name extends string, Row>(
  names: readonly Name[],
  build: (db: Db, values: Record<Name, never>) => Compilable<Row>,
): (db: Db, values: Record<Name, Value>) => Promise<Row[]> {
  const plans = new Map<unknown, Plan>();
  const slots = Object.fromEntries(names.map((name) => [name, new Slot(name)])) as unknown as Record<Name, never>;
  return async (db, values) => {
    const engine = db.getExecutor().adapter.constructor;
    let plan = plans.get(engine);
    if (!plan) {
      const query = build(db, slots).compile();
      plan = { query, places: query.parameters };
      plans.set(engine, plan);
    }
    const parameters = plan.places.map((place) => (place instanceof Slot ? values[place.name as Name] : place));
    const { rows } = await db.executeQuery({ ...plan.query, parameters });
    return rows as Row[];
  };
}
