import type { Step } from '../migrate.ts';

/** Quotes of foreign amounts, each good until its instant, and the payments of quotes. */
export const exchange: Step = {
  name: '0015-exchange',
  async up(db, { table, required, references }) {
    await table(db, 'cambio_cotacoes')
      .addColumn('quote_id', 'varchar(36)', (column) => column.notNull().unique())
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('moeda', 'varchar(3)', required)
      .addColumn('valor_minor', 'integer', required)
      .addColumn('cotacao', 'varchar(20)', required)
      .addColumn('spread_bps', 'integer', required)
      .addColumn('iof_bps', 'integer', required)
      .addColumn('iof_centavos', 'integer', required)
      .addColumn('tarifa_centavos', 'integer', required)
      .addColumn('total_centavos', 'integer', required)
      .addColumn('forma', 'varchar(10)', required)
      .addColumn('criado_em', 'varchar(30)', required)
      .addColumn('valido_ate', 'varchar(30)', required)
      .execute();
    await db.schema.createIndex('cambio_cotacoes_idade').on('cambio_cotacoes').columns(['valido_ate']).execute();
    await table(db, 'cambio_pagamentos')
      .addColumn('codigo', 'varchar(20)', (column) => column.notNull().unique())
      .addColumn('user_id', 'integer', references('users.id'))
      // One quote is paid once.
      .addColumn('cotacao_id', 'integer', (column) => column.notNull().unique().references('cambio_cotacoes.id'))
      .addColumn('request_id', 'integer')
      .addColumn('forma', 'varchar(10)', required)
      .addColumn('parcelas', 'integer', required)
      .addColumn('total_centavos', 'integer', required)
      .addColumn('status', 'varchar(12)', required)
      .addColumn('pagador', 'text', required)
      .addColumn('criado_em', 'varchar(30)', required)
      .addColumn('expira_em', 'varchar(30)')
      .addColumn('pago_em', 'varchar(30)')
      .addColumn('motivo', 'varchar(40)')
      .execute();
    await db.schema
      .createIndex('cambio_pagamentos_user')
      .on('cambio_pagamentos')
      .columns(['user_id', 'criado_em'])
      .execute();
  },
};
