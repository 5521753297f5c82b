import type { Step } from '../migrate.ts';

/** Keys of other systems. The text of a key is kept nowhere. */
export const sync: Step = {
  name: '0094-sync',
  async up(db, { table, required, references }) {
    await table(db, 'api_keys')
      .addColumn('escola_id', 'integer', references('schools.id'))
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('nome', 'varchar(60)', required)
      .addColumn('key_hash', 'varchar(64)', (column) => column.notNull().unique())
      .addColumn('final', 'varchar(4)', required)
      .addColumn('tabelas', 'text', required)
      .addColumn('unidades', 'text')
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('expires_at', 'varchar(30)')
      .addColumn('last_used_at', 'varchar(30)')
      .addColumn('ended_at', 'varchar(30)')
      .execute();
    await db.schema.createIndex('api_keys_school').on('api_keys').columns(['escola_id', 'id']).execute();
    await db.schema.createIndex('api_keys_maker').on('api_keys').column('user_id').execute();
  },
};
