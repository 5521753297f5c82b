import type { Step } from '../migrate.ts';

/** When a list of an account that failed is asked for again. */
export const accountLists: Step = {
  name: '0091-account-lists',
  async up(db) {
    await db.schema.alterTable('payment_accounts').addColumn('conciliar_em', 'varchar(30)').execute();
  },
};
