import type { Step } from '../migrate.ts';

/** Which of several processes runs the jobs (0082). PostgreSQL alone uses it. */
export const leases: Step = {
  name: '0049-leases',
  async up(db, { required }) {
    await db.schema
      .createTable('leases')
      .addColumn('name', 'varchar(20)', (column) => column.primaryKey())
      .addColumn('holder', 'varchar(36)', required)
      // Milliseconds since 1970, by the clock of the database.
      .addColumn('until', 'bigint', required)
      // How often another process wanted something to be done soon.
      .addColumn('wakes', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
