import type { Step } from '../migrate.ts';

/** Where a payer gives the card: a page of the payment house for one charge (0140). */
export const cardPages: Step = {
  name: '0089-card-pages',
  async up(db) {
    await db.schema.alterTable('charges').addColumn('pagina_url', 'varchar(500)').execute();
  },
};
