import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Trips abroad with what they ask for, the requests of students with their documents, and how they are paid. */
export const abroad: Step = {
  name: '0019-abroad',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'usa_turmas')
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('destino', 'varchar(120)', required)
      .addColumn('escola_parceira', 'varchar(120)', required)
      .addColumn('descricao', 'text', required)
      .addColumn('imagem_url', 'varchar(300)', required)
      .addColumn('inicio', 'varchar(10)', required)
      .addColumn('fim', 'varchar(10)', required)
      .addColumn('inscricoes_ate', 'varchar(10)', required)
      .addColumn('idade_minima', 'integer', required)
      .addColumn('vagas', 'integer', required)
      // Counted here, so that the last place is taken by one conditional update.
      .addColumn('ocupadas', 'integer', (column) =>
        column.notNull().defaultTo(0).check(sql`ocupadas >= 0 and ocupadas <= vagas`),
      )
      .addColumn('preco_minor', 'integer', required)
      .addColumn('moeda', 'varchar(3)', required)
      .execute();
    await db.schema
      .createTable('usa_turma_livros')
      .addColumn('turma_id', 'integer', references('usa_turmas.id'))
      .addColumn('livro_id', 'integer', references('livros.id'))
      .addPrimaryKeyConstraint('usa_turma_livros_key', ['turma_id', 'livro_id'])
      .execute();
    await db.schema
      .createTable('usa_turma_documentos')
      .addColumn('turma_id', 'integer', references('usa_turmas.id'))
      .addColumn('tipo', 'varchar(30)', required)
      .addColumn('obrigatorio', 'integer', flag)
      .addPrimaryKeyConstraint('usa_turma_documentos_key', ['turma_id', 'tipo'])
      .execute();
    await table(db, 'usa_requests')
      .addColumn('protocolo', 'varchar(20)', (column) => column.notNull().unique())
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('company_id', 'integer', referencesOrNull('companies.id'))
      // A draft may not have chosen yet.
      .addColumn('turma_id', 'integer', (column) => column.references('usa_turmas.id'))
      .addColumn('status', 'varchar(20)', required)
      .addColumn('dados', 'text', required)
      .addColumn('exige_responsavel', 'integer', flag)
      .addColumn('consentimento_chave', 'varchar(40)')
      .addColumn('consentimento_expira_em', 'varchar(30)')
      .addColumn('consentimento_em', 'varchar(30)')
      .addColumn('consentimento_ip_hash', 'varchar(64)')
      .addColumn('consentimento_versao', 'varchar(20)')
      // How the student means to pay: nothing is asked for before it is approved.
      .addColumn('forma_preferida', 'varchar(10)')
      .addColumn('parcelas_preferidas', 'integer')
      .addColumn('criada_em', 'varchar(30)', required)
      .addColumn('enviada_em', 'varchar(30)')
      .addColumn('atualizada_em', 'varchar(30)', required)
      .execute();
    // One request of a person at a time; what ended does not count, and what was paid counts until the trip is over.
    await sql`create unique index usa_requests_open on usa_requests (user_id)
      where status not in ('cancelada', 'recusada', 'paga')`.execute(db);
    await db.schema.createIndex('usa_requests_user').on('usa_requests').columns(['user_id', 'id']).execute();
    await db.schema.createIndex('usa_requests_company').on('usa_requests').columns(['company_id', 'status']).execute();
    await table(db, 'usa_documentos')
      .addColumn('request_id', 'integer', references('usa_requests.id'))
      .addColumn('tipo', 'varchar(30)', required)
      // Goes up with each new file in its place.
      .addColumn('n', 'integer', required)
      .addColumn('nome', 'varchar(200)', required)
      .addColumn('mime', 'varchar(100)', required)
      .addColumn('tamanho_bytes', 'integer', required)
      .addColumn('chave', 'varchar(120)', (column) => column.notNull().unique())
      .addColumn('status', 'varchar(12)', required)
      .addColumn('motivo', 'varchar(300)')
      .addColumn('enviado_em', 'varchar(30)', required)
      .addColumn('analisado_em', 'varchar(30)')
      .addColumn('por_user_id', 'integer', referencesOrNull('users.id'))
      .addUniqueConstraint('usa_documentos_one', ['request_id', 'tipo'])
      .execute();
    await table(db, 'usa_historico')
      .addColumn('request_id', 'integer', references('usa_requests.id'))
      .addColumn('status', 'varchar(20)', required)
      .addColumn('em', 'varchar(30)', required)
      .addColumn('nota', 'varchar(300)')
      .addColumn('por', 'varchar(12)', required)
      .addColumn('user_id', 'integer', referencesOrNull('users.id'))
      .execute();
    await db.schema.createIndex('usa_historico_of').on('usa_historico').columns(['request_id', 'id']).execute();
    await table(db, 'usa_pagamentos')
      .addColumn('request_id', 'integer', (column) =>
        column.notNull().unique().references('usa_requests.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('forma', 'varchar(10)', required)
      .addColumn('parcelas', 'integer', required)
      .addColumn('total_centavos', 'integer', required)
      .addColumn('moeda', 'varchar(3)', required)
      .addColumn('total_minor', 'integer', required)
      .addColumn('cotacao', 'varchar(20)', required)
      .addColumn('criado_em', 'varchar(30)', required)
      .addColumn('atualizado_em', 'varchar(30)', required)
      .addColumn('pago_em', 'varchar(30)')
      .execute();
    await db.schema.alterTable('parcelas').addColumn('usa_pagamento_id', 'integer').execute();
    await db.schema.createIndex('parcelas_usa').on('parcelas').columns(['usa_pagamento_id']).execute();
    await db.schema.createIndex('cambio_pagamentos_request').on('cambio_pagamentos').columns(['request_id']).execute();
  },
};
