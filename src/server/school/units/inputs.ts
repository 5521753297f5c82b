import { Id } from '#lib/contract/shapes.schema.ts';
import { UnitInput } from '#lib/contract/units.schema.ts';

export const createUnitInput = UnitInput.extend({
  /** Absent: the only school of the user. */
  escola_id: Id.nullish(),
});
