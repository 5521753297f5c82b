import type { Step } from '../migrate.ts';

/** City and state of a unit: a school may have units in many cities. Until a unit has its own, that of its school counts. */
export const placeOfUnits: Step = {
  name: '0061-place-of-units',
  async up(db) {
    await db.schema.alterTable('companies').addColumn('cidade', 'varchar(80)').execute();
    await db.schema.alterTable('companies').addColumn('uf', 'varchar(2)').execute();
  },
};
