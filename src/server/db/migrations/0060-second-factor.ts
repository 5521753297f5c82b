import type { Step } from '../migrate.ts';

/** How people prove themselves a second time (0097), and when a session last did. */
export const secondFactor: Step = {
  name: '0060-second-factor',
  async up(db, { table, required, references }) {
    await table(db, 'factors')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('tipo', 'varchar(10)', required)
      .addColumn('nome', 'varchar(60)', required)
      .addColumn('segredo', 'varchar(200)')
      .addColumn('passo', 'integer')
      .addColumn('credencial', 'varchar(1400)', (column) => column.unique())
      .addColumn('chave_publica', 'text')
      .addColumn('contador', 'bigint')
      .addColumn('transportes', 'text')
      .addColumn('dominio', 'varchar(255)')
      .addColumn('criado_em', 'varchar(30)', required)
      .addColumn('confirmado_em', 'varchar(30)')
      .addColumn('usado_em', 'varchar(30)')
      .execute();
    await db.schema.createIndex('factors_user').on('factors').columns(['user_id']).execute();
    await table(db, 'recovery_codes')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('codigo_hash', 'varchar(64)', required)
      .addColumn('usado_em', 'varchar(30)')
      .execute();
    await db.schema.createIndex('recovery_codes_user').on('recovery_codes').columns(['user_id']).execute();
    await db.schema.alterTable('sessions').addColumn('proved_at', 'varchar(30)').execute();
  },
};
