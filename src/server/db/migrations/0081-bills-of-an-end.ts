import type { Step } from '../migrate.ts';

/** Ids of the bills that the end of a course cancelled: its undoing opens them again. */
export const billsOfAnEnd: Step = {
  name: '0081-bills-of-an-end',
  async up(db) {
    await db.schema
      .alterTable('student_events')
      .addColumn('parcelas', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};
