import type { Step } from '../migrate.ts';

/** What happens in a class: who was there, what was graded, what is asked for and what was sent. */
export const classroom: Step = {
  name: '0006-classroom',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await db.schema
      .createTable('presencas')
      .addColumn('aula_id', 'integer', references('aulas.id'))
      .addColumn('turma_aluno_id', 'integer', references('turma_alunos.id'))
      .addColumn('status', 'varchar(20)', required)
      .addColumn('confirmada_em', 'varchar(30)')
      .addColumn('origem', 'varchar(20)')
      .addPrimaryKeyConstraint('presencas_pk', ['aula_id', 'turma_aluno_id'])
      .execute();
    await db.schema.createIndex('presencas_turma_aluno').on('presencas').columns(['turma_aluno_id']).execute();
    await table(db, 'periodos')
      .addColumn('turma_id', 'integer', references('turmas.id'))
      .addColumn('ordem', 'integer', required)
      .addColumn('nome', 'varchar(60)', required)
      .addColumn('liberado_em', 'varchar(30)')
      .addUniqueConstraint('periodos_turma_ordem', ['turma_id', 'ordem'])
      .execute();
    await table(db, 'avaliacoes')
      .addColumn('periodo_id', 'integer', references('periodos.id'))
      .addColumn('nome', 'varchar(80)', required)
      .addColumn('habilidade', 'varchar(20)', required)
      .addColumn('data', 'varchar(10)', required)
      .addColumn('nota_maxima', 'double precision', required)
      .addColumn('peso', 'double precision', required)
      .execute();
    await db.schema.createIndex('avaliacoes_periodo').on('avaliacoes').columns(['periodo_id']).execute();
    await db.schema
      .createTable('notas')
      .addColumn('turma_aluno_id', 'integer', references('turma_alunos.id'))
      .addColumn('avaliacao_id', 'integer', references('avaliacoes.id'))
      .addColumn('nota', 'double precision', required)
      .addColumn('comentario', 'text')
      .addPrimaryKeyConstraint('notas_pk', ['turma_aluno_id', 'avaliacao_id'])
      .execute();
    await table(db, 'turma_atividades')
      .addColumn('turma_id', 'integer', references('turmas.id'))
      .addColumn('aula_id', 'integer', referencesOrNull('aulas.id'))
      .addColumn('titulo', 'varchar(120)', required)
      .addColumn('descricao', 'text', required)
      .addColumn('tipo', 'varchar(20)', required)
      .addColumn('prazo', 'varchar(30)')
      .addColumn('aceita_envio', 'integer', flag)
      .addColumn('formatos', 'text', required)
      .addColumn('tamanho_max_bytes', 'integer', required)
      .execute();
    await db.schema.createIndex('turma_atividades_turma').on('turma_atividades').columns(['turma_id']).execute();
    await table(db, 'turma_aluno_atividades')
      .addColumn('turma_atividade_id', 'integer', references('turma_atividades.id'))
      .addColumn('turma_aluno_id', 'integer', references('turma_alunos.id'))
      .addColumn('dispensada', 'integer', flag)
      .addColumn('nota', 'double precision')
      .addColumn('comentario', 'text')
      .addColumn('corrigida_em', 'varchar(30)')
      .addColumn('presenca_confirmada_em', 'varchar(30)')
      .addUniqueConstraint('turma_aluno_atividades_once', ['turma_aluno_id', 'turma_atividade_id'])
      .execute();
    await table(db, 'atividade_arquivos')
      .addColumn('turma_aluno_atividade_id', 'integer', references('turma_aluno_atividades.id'))
      .addColumn('tipo', 'varchar(10)', required)
      .addColumn('n', 'integer', required)
      .addColumn('nome', 'varchar(200)', required)
      .addColumn('mime', 'varchar(100)', required)
      .addColumn('tamanho_bytes', 'integer', required)
      .addColumn('chave', 'varchar(80)', required)
      .addColumn('enviado_em', 'varchar(30)', required)
      .addUniqueConstraint('atividade_arquivos_n', ['turma_aluno_atividade_id', 'tipo', 'n'])
      .execute();
    await db.schema
      .createTable('calendar_feeds')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'varchar(60)', (column) => column.notNull().unique())
      .addColumn('rotated_at', 'varchar(30)', required)
      .execute();
  },
};
