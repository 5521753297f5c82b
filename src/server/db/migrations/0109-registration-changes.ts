import type { Step } from '../migrate.ts';

/**
 * Changes of a minor's guardian, CPF or birth date, which the guardian before can undo (0157), and above what a member of
 * staff confirms to be the one who acts.
 */
export const registrationChanges: Step = {
  name: '0109-registration-changes',
  async up(db, { table, required, references, referencesOrNull, flag }) {
    await table(db, 'registration_changes')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('by_user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('is_by_school', 'integer', flag)
      // JSON: the changed fields.
      .addColumn('old_values', 'text', required)
      .addColumn('new_values', 'text', required)
      .addColumn('undo_hash', 'varchar(64)', required)
      .addColumn('undo_until', 'varchar(30)', required)
      .addColumn('created_at', 'varchar(30)', required)
      // Empty while a new guardian has not confirmed.
      .addColumn('guardian_at', 'varchar(30)')
      .addColumn('undone_at', 'varchar(30)')
      .execute();
    await db.schema.createIndex('registration_changes_user').on('registration_changes').columns(['user_id']).execute();
    await db.schema
      .createIndex('registration_changes_doer')
      .on('registration_changes')
      .columns(['by_user_id'])
      .execute();
    await db.schema
      .createIndex('registration_changes_undo')
      .on('registration_changes')
      .columns(['undo_hash'])
      .unique()
      .execute();
    // The school's change that waits for this guardian. null: the minor named the guardian.
    await db.schema.alterTable('guardian_requests').addColumn('change_id', 'integer').execute();
    // null: the portal's number.
    await db.schema.alterTable('schools').addColumn('confirma_centavos', 'integer').execute();
    await db.schema.alterTable('schools').addColumn('confirma_pontos', 'integer').execute();
  },
};
