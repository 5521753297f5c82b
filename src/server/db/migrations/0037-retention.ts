import type { Step } from '../migrate.ts';

/** What is left of a sending once its deliveries are deleted, and indexes by which the job finds what is old. */
export const retention: Step = {
  name: '0037-retention',
  async up(db, { required, references }) {
    await db.schema
      .createTable('sending_totals')
      .addColumn('sending_id', 'integer', references('sendings.id'))
      .addColumn('state', 'varchar(12)', required)
      .addColumn('platform', 'varchar(10)', required)
      .addColumn('count', 'integer', required)
      .addPrimaryKeyConstraint('sending_totals_pk', ['sending_id', 'state', 'platform'])
      .execute();
    await db.schema
      .createIndex('payment_events_age')
      .on('payment_events')
      .columns(['received_at', 'event_id'])
      .execute();
    await db.schema
      .createIndex('guardian_notices_age')
      .on('guardian_notices')
      .columns(['created_at', 'chave'])
      .execute();
  },
};
