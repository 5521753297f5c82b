import type { Step } from '../migrate.ts';

/** Whether a closed day is a holiday, which moves due days. A day that stands already counts for the payer (0155). */
export const holidaysOfUnits: Step = {
  name: '0107-holidays-of-units',
  async up(db) {
    await db.schema
      .alterTable('closed_days')
      .addColumn('is_holiday', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
