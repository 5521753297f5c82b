import type { Step } from '../migrate.ts';

/** Addresses on their way to become somebody's, and those that were left not long ago. */
export const emailChanges: Step = {
  name: '0028-email-changes',
  async up(db, { table, required, references, referencesOrNull, flag }) {
    await table(db, 'email_changes')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('by_user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('is_by_school', 'integer', flag)
      .addColumn('old_email', 'varchar(254)', required)
      .addColumn('old_verified', 'integer', flag)
      .addColumn('new_email', 'varchar(254)', required)
      .addColumn('new_email_key', 'varchar(254)', required)
      .addColumn('undo_hash', 'varchar(64)', required)
      .addColumn('undo_until', 'varchar(30)', required)
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('applied_at', 'varchar(30)')
      .addColumn('recovery_from', 'varchar(30)')
      .addColumn('agreed_at', 'varchar(30)')
      .addColumn('undone_at', 'varchar(30)')
      .execute();
    await db.schema.createIndex('email_changes_user').on('email_changes').columns(['user_id']).execute();
    await db.schema.createIndex('email_changes_doer').on('email_changes').columns(['by_user_id']).execute();
    await db.schema.createIndex('email_changes_undo').on('email_changes').columns(['undo_hash']).unique().execute();
  },
};
