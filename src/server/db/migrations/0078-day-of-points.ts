import type { Step } from '../migrate.ts';

/** When what earned points was done, where it is noted later, such as the presence in a lesson. The limits of rules count by it. */
export const dayOfPoints: Step = {
  name: '0078-day-of-points',
  async up(db) {
    await db.schema.alterTable('point_entries').addColumn('feito_em', 'varchar(30)').execute();
  },
};
