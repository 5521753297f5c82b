import type { Step } from '../migrate.ts';

/** Books, units, classes, lessons and how far a student is. */
export const learning: Step = {
  name: '0003-learning',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'livros')
      .addColumn('codigo', 'varchar(30)', (column) => column.notNull().unique())
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('linha', 'varchar(1)', required)
      .addColumn('nivel_cefr', 'varchar(2)', required)
      .addColumn('capa_url', 'varchar(300)', required)
      .addColumn('unidades_total', 'integer', required)
      .execute();
    await table(db, 'unidades')
      .addColumn('livro_id', 'integer', references('livros.id'))
      .addColumn('numero', 'integer', required)
      .addColumn('titulo', 'varchar(120)', required)
      .addColumn('pagina_inicial', 'integer')
      .addColumn('audios_total', 'integer', flag)
      .addColumn('palavras_total', 'integer', flag)
      .addColumn('testes_total', 'integer', flag)
      .addUniqueConstraint('unidades_livro_numero', ['livro_id', 'numero'])
      .execute();
    await table(db, 'user_books')
      .addColumn('uuid', 'varchar(36)', (column) => column.notNull().unique())
      .addColumn('code', 'varchar(40)', (column) => column.notNull().unique())
      .addColumn('livro_id', 'integer', references('livros.id'))
      .addColumn('user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('linked_at', 'varchar(30)')
      .addColumn('expires_at', 'varchar(30)')
      .execute();
    await db.schema.createIndex('user_books_user').on('user_books').columns(['user_id']).execute();
    await db.schema
      .createTable('unidade_progressos')
      .addColumn('user_book_id', 'integer', references('user_books.id'))
      .addColumn('unidade_id', 'integer', references('unidades.id'))
      .addColumn('audios_ouvidos', 'integer', flag)
      .addColumn('palavras_dominadas', 'integer', flag)
      .addColumn('testes_feitos', 'integer', flag)
      .addColumn('concluida_em', 'varchar(30)')
      .addColumn('atualizado_em', 'varchar(30)', required)
      .addPrimaryKeyConstraint('unidade_progressos_pk', ['user_book_id', 'unidade_id'])
      .execute();
    await table(db, 'turmas')
      .addColumn('company_id', 'integer', references('companies.id'))
      .addColumn('livro_id', 'integer', references('livros.id'))
      .addColumn('professor_user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('modalidade', 'varchar(20)', required)
      .addColumn('somente_digital', 'integer', flag)
      .addColumn('sala', 'varchar(40)')
      .addColumn('inicio', 'varchar(10)', required)
      .addColumn('fim', 'varchar(10)', required)
      .addColumn('status', 'varchar(20)', required)
      .addColumn('aulas_total', 'integer', required)
      .execute();
    await db.schema.createIndex('turmas_company').on('turmas').columns(['company_id']).execute();
    await db.schema
      .createTable('turma_horarios')
      .addColumn('turma_id', 'integer', references('turmas.id'))
      .addColumn('dia_semana', 'integer', required)
      .addColumn('inicio', 'varchar(5)', required)
      .addColumn('fim', 'varchar(5)', required)
      .addPrimaryKeyConstraint('turma_horarios_pk', ['turma_id', 'dia_semana', 'inicio'])
      .execute();
    await table(db, 'turma_alunos')
      .addColumn('turma_id', 'integer', references('turmas.id'))
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('status', 'varchar(20)', required)
      .addUniqueConstraint('turma_alunos_once', ['turma_id', 'user_id'])
      .execute();
    await db.schema.createIndex('turma_alunos_user').on('turma_alunos').columns(['user_id']).execute();
    await table(db, 'aulas')
      .addColumn('turma_id', 'integer', references('turmas.id'))
      .addColumn('numero', 'integer', required)
      .addColumn('titulo', 'varchar(120)', required)
      .addColumn('conteudo', 'text')
      .addColumn('unidade_id', 'integer', referencesOrNull('unidades.id'))
      .addColumn('inicio', 'varchar(30)', required)
      .addColumn('fim', 'varchar(30)', required)
      .addColumn('tipo', 'varchar(20)', required)
      .addColumn('cancelada_em', 'varchar(30)')
      .addColumn('link_reuniao', 'varchar(300)')
      .addColumn('gravacao_url', 'varchar(300)')
      .addColumn('licao_de_casa', 'text')
      .addUniqueConstraint('aulas_turma_numero', ['turma_id', 'numero'])
      .execute();
    await db.schema.createIndex('aulas_turma_fim').on('aulas').columns(['turma_id', 'fim']).execute();
  },
};
