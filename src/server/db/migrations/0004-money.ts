import type { Step } from '../migrate.ts';

/** Contracts and instalments in centavos; the points ledger and what points buy. */
export const money: Step = {
  name: '0004-money',
  async up(db, { table, required, flag, references }) {
    await table(db, 'contratos')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('descricao', 'varchar(160)', required)
      .addColumn('inicio', 'varchar(10)', required)
      .addColumn('fim', 'varchar(10)', required)
      .addColumn('responsavel', 'varchar(120)', required)
      .execute();
    await db.schema.createIndex('contratos_user').on('contratos').columns(['user_id']).execute();
    await table(db, 'parcelas')
      .addColumn('contrato_id', 'integer', references('contratos.id'))
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('descricao', 'varchar(160)', required)
      .addColumn('numero', 'integer', required)
      .addColumn('total', 'integer', required)
      .addColumn('competencia', 'varchar(7)', required)
      .addColumn('vencimento', 'varchar(10)', required)
      .addColumn('valor_centavos', 'integer', required)
      .addColumn('desconto_centavos', 'integer', flag)
      .addColumn('multa_centavos', 'integer', flag)
      .addColumn('juros_centavos', 'integer', flag)
      .addColumn('status', 'varchar(20)', required)
      .addColumn('pago_em', 'varchar(30)')
      .addColumn('forma', 'varchar(10)')
      .addColumn('parcelas_max', 'integer', (column) => column.notNull().defaultTo(1))
      .addUniqueConstraint('parcelas_contrato_numero', ['contrato_id', 'numero'])
      .execute();
    await db.schema.createIndex('parcelas_user_vencimento').on('parcelas').columns(['user_id', 'vencimento']).execute();
    await table(db, 'point_entries')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('tipo', 'varchar(10)', required)
      .addColumn('origem', 'varchar(30)', required)
      .addColumn('descricao', 'varchar(200)', required)
      .addColumn('pontos', 'integer', required)
      .addColumn('status', 'varchar(20)', required)
      .addColumn('criado_em', 'varchar(30)', required)
      .addColumn('expira_em', 'varchar(10)')
      .addColumn('referencia', 'text')
      .execute();
    await db.schema.createIndex('point_entries_user').on('point_entries').columns(['user_id', 'criado_em']).execute();
    await table(db, 'rewards')
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('descricao', 'text', required)
      .addColumn('imagem_url', 'varchar(300)', required)
      .addColumn('categoria', 'varchar(40)', required)
      .addColumn('pontos', 'integer', required)
      .addColumn('estoque', 'integer')
      .addColumn('limite_por_aluno', 'integer')
      .addColumn('entrega', 'varchar(20)', required)
      .addColumn('regras', 'text', required)
      .addColumn('ativo', 'integer', flag)
      .addColumn('valido_ate', 'varchar(10)')
      .execute();
  },
};
