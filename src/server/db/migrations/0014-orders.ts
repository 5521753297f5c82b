import type { Step } from '../migrate.ts';

/** Products, orders with their history, and coupons. */
export const orders: Step = {
  name: '0014-orders',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'products')
      .addColumn('codigo', 'varchar(40)', (column) => column.notNull().unique())
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('descricao', 'text', required)
      .addColumn('linha', 'varchar(1)', required)
      .addColumn('imagem_url', 'varchar(300)', required)
      .addColumn('livro_id', 'integer', referencesOrNull('livros.id'))
      .addColumn('nivel_cefr', 'varchar(2)')
      .addColumn('exige_teste_nivel', 'integer', flag)
      .addColumn('ativo', 'integer', flag)
      .addColumn('estoque', 'varchar(20)', required)
      .addColumn('prazo_dias', 'integer')
      .execute();
    await table(db, 'cupons')
      .addColumn('name', 'varchar(60)', (column) => column.notNull().unique())
      .addColumn('aplica_em', 'varchar(10)', required)
      .addColumn('parceiro_nome', 'varchar(120)', required)
      .addColumn('parceiro_logo_url', 'varchar(300)')
      .addColumn('parceiro_categoria', 'varchar(40)', required)
      .addColumn('parceiro_cidade', 'varchar(80)', required)
      .addColumn('descricao', 'text', required)
      .addColumn('regras', 'text', required)
      .addColumn('desconto_tipo', 'varchar(10)', required)
      .addColumn('desconto_valor', 'integer', required)
      .addColumn('valido_ate', 'varchar(10)')
      .addColumn('usos_max', 'integer')
      .addColumn('usos', 'integer', flag)
      .execute();
    await table(db, 'pedidos')
      .addColumn('numero', 'varchar(20)', (column) => column.notNull().unique())
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('drive_user_id', 'integer', references('drive_users.id'))
      .addColumn('company_id', 'integer', references('companies.id'))
      .addColumn('turma_aluno_id', 'integer', referencesOrNull('turma_alunos.id'))
      .addColumn('status', 'integer', required)
      .addColumn('quantidade_total', 'integer', required)
      .addColumn('subtotal_centavos', 'integer', required)
      .addColumn('economia_centavos', 'integer', required)
      .addColumn('desconto_cupom_centavos', 'integer', required)
      .addColumn('frete_centavos', 'integer', required)
      .addColumn('total_centavos', 'integer', required)
      .addColumn('cupom_id', 'integer', referencesOrNull('cupons.id'))
      .addColumn('parcelas', 'integer', required)
      .addColumn('parcelas_max', 'integer', required)
      .addColumn('entrega_tipo', 'varchar(10)', required)
      .addColumn('endereco', 'text')
      .addColumn('criado_em', 'varchar(30)', required)
      .addColumn('pagar_ate', 'varchar(30)')
      .addColumn('pago_em', 'varchar(30)')
      .addColumn('cancelado_em', 'varchar(30)')
      .addColumn('motivo_cancelamento', 'varchar(300)')
      .addColumn('rastreio', 'text')
      .addColumn('lembrete_dia5_em', 'varchar(30)')
      .addColumn('lembrete_final_em', 'varchar(30)')
      .execute();
    await db.schema.createIndex('pedidos_user').on('pedidos').columns(['user_id', 'criado_em']).execute();
    await db.schema.createIndex('pedidos_status').on('pedidos').columns(['status', 'pagar_ate']).execute();
    await db.schema
      .createTable('pedido_itens')
      .addColumn('pedido_id', 'integer', references('pedidos.id'))
      .addColumn('n', 'integer', required)
      .addColumn('codigo_produto', 'varchar(40)', required)
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('quantidade', 'integer', required)
      .addColumn('valor_unitario_centavos', 'integer', required)
      .addColumn('total_centavos', 'integer', required)
      .addPrimaryKeyConstraint('pedido_itens_pk', ['pedido_id', 'n'])
      .execute();
    await table(db, 'pedido_historico')
      .addColumn('pedido_id', 'integer', references('pedidos.id'))
      .addColumn('status_id', 'integer', required)
      .addColumn('em', 'varchar(30)', required)
      .addColumn('por', 'varchar(10)', required)
      .addColumn('nota', 'varchar(300)')
      .addColumn('user_id', 'integer', referencesOrNull('users.id'))
      .execute();
    await db.schema.createIndex('pedido_historico_pedido').on('pedido_historico').columns(['pedido_id']).execute();
    await db.schema
      .createTable('cupom_usos')
      .addColumn('cupom_id', 'integer', references('cupons.id'))
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('pedido_id', 'integer', referencesOrNull('pedidos.id'))
      .addColumn('usado_em', 'varchar(30)', required)
      .addPrimaryKeyConstraint('cupom_usos_pk', ['cupom_id', 'user_id'])
      .execute();
  },
};
