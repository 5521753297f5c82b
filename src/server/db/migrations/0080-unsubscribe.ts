import type { Step } from '../migrate.ts';

/** The link of a mail with which its reader gets no more of them (RFC 8058); only messages of staff have one. */
export const unsubscribe: Step = {
  name: '0080-unsubscribe',
  async up(db) {
    await db.schema.alterTable('outbox').addColumn('unsubscribe', 'varchar(300)').execute();
  },
};
