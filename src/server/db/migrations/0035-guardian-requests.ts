import type { Step } from '../migrate.ts';

/** Whom minors named as their guardians, until those confirm. */
export const guardianRequests: Step = {
  name: '0035-guardian-requests',
  async up(db, { required, references }) {
    await db.schema
      .createTable('guardian_requests')
      .addColumn('user_id', 'integer', (column) => references('users.id')(column.primaryKey()))
      .addColumn('guardian', 'text', required)
      .addColumn('chave', 'varchar(36)')
      .addColumn('pedido_em', 'varchar(30)', required)
      .addColumn('expira_em', 'varchar(30)')
      .addColumn('confirmado_em', 'varchar(30)')
      .execute();
    await db.schema.createIndex('guardian_requests_key').on('guardian_requests').columns(['chave']).unique().execute();
  },
};
