import type { Step } from '../migrate.ts';

/** Single-use secrets, recovery requests, the mail outbox, the audit log, and postal codes already looked up. */
export const auth: Step = {
  name: '0002-auth',
  async up(db, { table, required, flag }) {
    await table(db, 'auth_tokens')
      .addColumn('kind', 'varchar(20)', required)
      .addColumn('token_hash', 'varchar(64)', required)
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('data', 'text')
      .addColumn('tries', 'integer', flag)
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('expires_at', 'varchar(30)', required)
      .addColumn('used_at', 'varchar(30)')
      .execute();
    await db.schema.createIndex('auth_tokens_hash').on('auth_tokens').columns(['token_hash']).execute();
    await db.schema.createIndex('auth_tokens_user').on('auth_tokens').columns(['user_id', 'kind']).execute();
    await table(db, 'recovery_requests')
      .addColumn('email_key', 'varchar(254)', required)
      .addColumn('is_access_code', 'integer', flag)
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('handled_at', 'varchar(30)')
      .execute();
    await db.schema.createIndex('recovery_requests_open').on('recovery_requests').columns(['handled_at']).execute();
    await table(db, 'outbox')
      .addColumn('kind', 'varchar(30)', required)
      .addColumn('recipient', 'varchar(254)', required)
      .addColumn('subject', 'varchar(200)', required)
      .addColumn('html', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('claimed_until', 'varchar(30)')
      .addColumn('attempts', 'integer', flag)
      .addColumn('sent_at', 'varchar(30)')
      .addColumn('last_error', 'text')
      .execute();
    await db.schema.createIndex('outbox_unsent').on('outbox').columns(['sent_at', 'id']).execute();
    await table(db, 'audit_log')
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('action', 'varchar(60)', required)
      .addColumn('target', 'varchar(120)', required)
      .addColumn('at', 'varchar(30)', required)
      .addColumn('data', 'text')
      .execute();
    await db.schema
      .createTable('postal_codes')
      .addColumn('cep', 'varchar(8)', (column) => column.primaryKey())
      .addColumn('answer', 'text', required)
      .addColumn('fetched_at', 'varchar(30)', required)
      .execute();
  },
};
