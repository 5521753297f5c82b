import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Addresses of other systems that are told what changes, and what became of each message (0120). */
export const webhooks: Step = {
  name: '0096-webhooks',
  async up(db, { table, required, references }) {
    await table(db, 'webhooks')
      .addColumn('escola_id', 'integer', references('schools.id'))
      .addColumn('key_id', 'integer', references('api_keys.id'))
      .addColumn('url', 'varchar(500)', required)
      .addColumn('eventos', 'text', required)
      .addColumn('segredo', 'text', required)
      .addColumn('segredo_anterior', 'text')
      .addColumn('anterior_ate', 'varchar(30)')
      .addColumn('pos', 'integer', required)
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('gone', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failing_since', 'varchar(30)')
      .addColumn('held_until', 'varchar(30)')
      .addColumn('stopped_at', 'varchar(30)')
      .addColumn('stop_reason', 'varchar(20)')
      .execute();
    await db.schema.createIndex('webhooks_school').on('webhooks').columns(['escola_id', 'id']).execute();
    await db.schema.createIndex('webhooks_key').on('webhooks').column('key_id').execute();
    await table(db, 'webhook_deliveries')
      .addColumn('webhook_id', 'integer', references('webhooks.id'))
      .addColumn('codigo', 'varchar(40)', (column) => column.notNull().unique())
      .addColumn('tipo', 'varchar(12)', required)
      .addColumn('assunto', 'integer', required)
      .addColumn('em', 'varchar(30)', required)
      .addColumn('state', 'varchar(10)', required)
      .addColumn('status', 'integer')
      .addColumn('erro', 'varchar(40)')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('queued_at', 'varchar(30)', required)
      .addColumn('due_at', 'varchar(30)', required)
      .addColumn('claimed_until', 'varchar(30)')
      .addColumn('last_at', 'varchar(30)')
      .execute();
    await db.schema
      .createIndex('webhook_deliveries_of')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'id'])
      .execute();
    await db.schema
      .createIndex('webhook_deliveries_due')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'tipo', 'assunto', 'id'])
      .where(sql.ref('state'), '=', sql.lit('na_fila'))
      .execute();
  },
};
