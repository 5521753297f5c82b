import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../tables.ts';

/** The people that a member of staff may access. */
export interface Reach {
  /** The school; null: every school. */
  escolaId: number | null;
  /** The units of that school; null: all of them. */
  units: readonly number[] | null;
}

/** An id that no school and no unit has. */
export const NOWHERE = -1;
/** All units of all schools. */
export const EVERYWHERE: Reach = { escolaId: null, units: null };
/** The reach of an operation that is not for staff only. */
export const NOBODY: Reach = { escolaId: NOWHERE, units: [] };

/** Units for a list in a query, which must not be empty. */
export const listed = (units: readonly number[]) => (units.length > 0 ? units : [NOWHERE]);

type OfUnits<DB, TB extends keyof DB, Row> = 'companies' extends TB ? SelectQueryBuilder<DB, TB, Row> : never;

/** Narrows a query with the table `companies` to the units of a reach: `query.$call(within(reach))`. */
export const within =
  ({ escolaId, units }: Reach) =>
  <DB, TB extends keyof DB, Row>(query: OfUnits<DB, TB, Row>): OfUnits<DB, TB, Row> => {
    let narrowed = query as unknown as SelectQueryBuilder<Schema, 'companies', Row>;
    if (escolaId !== null) narrowed = narrowed.where('companies.escola_id', '=', escolaId);
    if (units !== null) narrowed = narrowed.where('companies.id', 'in', listed(units));
    return narrowed as unknown as OfUnits<DB, TB, Row>;
  };
