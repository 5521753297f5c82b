import type { Step } from '../migrate.ts';

/** Devices that get notifications, and what became of each one that was sent. */
export const push: Step = {
  name: '0017-push',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'push_subscriptions')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('endpoint', 'varchar(1000)', (column) => column.notNull().unique())
      .addColumn('p256dh', 'varchar(200)', required)
      .addColumn('auth', 'varchar(100)', (column) => column.notNull().unique())
      .addColumn('is_pwa', 'integer', flag)
      .addColumn('device_type', 'varchar(10)', required)
      .addColumn('platform', 'varchar(10)', required)
      // The session that it belongs to: a logout ends both, so that nobody reads the notices of the last user.
      .addColumn('session_id', 'varchar(40)', required)
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('updated_at', 'varchar(30)', required)
      .addColumn('last_ok_at', 'varchar(30)')
      .addColumn('last_error', 'text')
      .execute();
    await db.schema.createIndex('push_subscriptions_user').on('push_subscriptions').columns(['user_id']).execute();
    await db.schema
      .createIndex('push_subscriptions_session')
      .on('push_subscriptions')
      .columns(['session_id'])
      .execute();
    await table(db, 'push_deliveries')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('subscription_id', 'integer', referencesOrNull('push_subscriptions.id'))
      .addColumn('token', 'varchar(64)', (column) => column.notNull().unique())
      .addColumn('kind', 'varchar(20)', required)
      .addColumn('state', 'varchar(12)', required)
      .addColumn('attempts', 'integer', flag)
      .addColumn('last_status', 'integer')
      .addColumn('reason', 'varchar(120)')
      .addColumn('at', 'varchar(30)', required)
      .execute();
    await db.schema.createIndex('push_deliveries_user').on('push_deliveries').columns(['user_id', 'at']).execute();
  },
};
