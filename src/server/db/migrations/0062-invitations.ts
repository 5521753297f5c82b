import type { Step } from '../migrate.ts';

/** Who was invited to the portal, when a mail may leave, and what became of it. */
export const invitations: Step = {
  name: '0062-invitations',
  async up(db, { table, required, references, referencesOrNull }) {
    await table(db, 'invitations')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('asked_at', 'varchar(30)', required)
      .addColumn('asked_by', 'integer', referencesOrNull('users.id'))
      .addColumn('waits_since', 'varchar(30)')
      .addColumn('mailed_at', 'varchar(30)')
      .addColumn('printed_at', 'varchar(30)')
      .addColumn('opened_at', 'varchar(30)')
      .addUniqueConstraint('invitations_one_each', ['user_id'])
      .execute();
    await db.schema.createIndex('invitations_waiting').on('invitations').columns(['waits_since', 'user_id']).execute();
    await db.schema.createIndex('invitations_mailed').on('invitations').column('mailed_at').execute();
  },
};
