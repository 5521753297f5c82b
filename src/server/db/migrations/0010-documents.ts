import type { Step } from '../migrate.ts';

/** What was emitted with a check address, and who left name and phone on a public page. */
export const documents: Step = {
  name: '0010-documents',
  async up(db, { table, required, referencesOrNull }) {
    await table(db, 'documents')
      .addColumn('codigo', 'varchar(20)', (column) => column.notNull().unique())
      .addColumn('chave', 'varchar(64)', (column) => column.notNull().unique())
      .addColumn('tipo', 'varchar(30)', required)
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('referencia', 'varchar(60)', required)
      .addColumn('dados', 'text', required)
      .addColumn('created_at', 'varchar(30)', required)
      .execute();
    await db.schema.createIndex('documents_user').on('documents').columns(['user_id']).execute();
    await db.schema.createIndex('documents_of').on('documents').columns(['tipo', 'referencia']).execute();
    await table(db, 'leads')
      .addColumn('pagina', 'varchar(60)', required)
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('telefone', 'varchar(11)', required)
      .addColumn('email', 'varchar(254)')
      .addColumn('cidade', 'varchar(80)', required)
      .addColumn('unidade_id', 'integer')
      .addColumn('indicacao_code', 'varchar(40)')
      .addColumn('consentimento_em', 'varchar(30)', required)
      .addColumn('utm', 'text')
      .addColumn('english_test', 'varchar(36)', referencesOrNull('english_tests.id'))
      .addColumn('dia', 'varchar(10)', required)
      .addColumn('created_at', 'varchar(30)', required)
      .addUniqueConstraint('leads_once_a_day', ['telefone', 'pagina', 'dia'])
      .execute();
  },
};
