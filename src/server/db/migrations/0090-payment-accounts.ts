import type { Step } from '../migrate.ts';

/** Accounts of units at banks and payment houses, and what was told to the bank about codes and refunds. */
export const paymentAccounts: Step = {
  name: '0090-payment-accounts',
  async up(db, { table, required, references }) {
    await table(db, 'payment_accounts')
      .addColumn('company_id', 'integer', references('companies.id'))
      .addColumn('tipo', 'varchar(20)', required)
      .addColumn('recebedor', 'varchar(150)', required)
      .addColumn('documento_mascarado', 'varchar(20)', required)
      .addColumn('instituicao', 'varchar(80)', required)
      .addColumn('cidade', 'varchar(80)', required)
      .addColumn('ajustes', 'text', required)
      .addColumn('criada_em', 'varchar(30)', required)
      .addColumn('encerrada_em', 'varchar(30)')
      .addColumn('conciliada_ate', 'varchar(30)')
      .execute();
    await db.schema
      .createIndex('payment_accounts_unit')
      .on('payment_accounts')
      .columns(['company_id', 'encerrada_em'])
      .execute();
    await db.schema.alterTable('charges').addColumn('fim_avisado_em', 'varchar(30)').execute();
    await db.schema
      .alterTable('refunds')
      .addColumn('tentativas', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('refunds').addColumn('tentar_em', 'varchar(30)').execute();
  },
};
