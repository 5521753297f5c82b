import { sql } from 'kysely';
import type { Schema } from '../../tables.ts';
import type { Db } from './connection.ts';

/** New texts for one row, on condition that the texts in `still` are unchanged. */
export interface RowChange {
  id: number;
  values: Readonly<Record<string, string | null>>;
  still?: Readonly<Record<string, string | null>>;
}

/**
 * Gives each of many rows its own values, with one statement for all rows that change the same columns. Columns are texts.
 *
 * @returns the ids of the written rows; the others are gone, or differ from `still` by now
 */
export async function updateEach(
  tx: Db,
  table: keyof Schema & string,
  changes: readonly RowChange[],
): Promise<Set<number>> {
  const alike = Map.groupBy(changes, ({ values }) => Object.keys(values).toSorted().join());
  const written = new Set<number>();
  for (const some of alike.values()) {
    const names = Object.keys(some[0]?.values ?? {});
    const comparedNames = Object.keys(some[0]?.still ?? {});
    const lines = some.map(
      ({ id, values, still }) =>
        sql`(${sql.join([sql`cast(${id} as integer)`, ...names.map((name) => values[name] ?? null), ...comparedNames.map((name) => still?.[name] ?? null)])})`,
    );
    const columns = ['id', ...names.map((name) => `new_${name}`), ...comparedNames.map((name) => `old_${name}`)];
    const given = (name: string) => sql.ref(`given.${name}`);
    const set = names.map((name) => sql`${sql.ref(name)} = ${given(`new_${name}`)}`);
    const isStill = comparedNames.map(
      (name) => sql`and ${sql.ref(`${table}.${name}`)} is not distinct from ${given(`old_${name}`)}`,
    );
    const { rows } = await sql<{ id: number }>`
      with given(${sql.join(columns.map((name) => sql.ref(name)))}) as (values ${sql.join(lines)})
      update ${sql.table(table)} set ${sql.join(set)} from given
      where ${sql.ref(`${table}.id`)} = given.id ${sql.join(isStill, sql` `)}
      returning ${sql.ref(`${table}.id`)}`.execute(tx);
    for (const { id } of rows) written.add(id);
  }
  return written;
}
