import type { Step } from '../migrate.ts';

/** Above what a gift of staff needs a re-authentication. */
export const registrationChanges: Step = {
  name: '0109-registration-changes',
  async up(db) {
    // null: the portal's number.
    await db.schema.alterTable('schools').addColumn('confirma_centavos', 'integer').execute();
    await db.schema.alterTable('schools').addColumn('confirma_pontos', 'integer').execute();
  },
};
