import type { Step } from '../migrate.ts';

/** Absences that students tell of, the lessons that replace missed ones, and how many a class takes. */
export const absences: Step = {
  name: '0024-absences',
  async up(db, { table, required, references }) {
    await db.schema
      .alterTable('turmas')
      .addColumn('lugares', 'integer', (column) => column.notNull().defaultTo(12))
      .execute();
    await table(db, 'ausencias')
      .addColumn('turma_aluno_id', 'integer', references('turma_alunos.id'))
      .addColumn('aula_id', 'integer', references('aulas.id'))
      .addColumn('motivo', 'varchar(500)', required)
      .addColumn('status', 'varchar(12)', required)
      .addColumn('avisada_em', 'varchar(30)', required)
      .addColumn('decidida_em', 'varchar(30)')
      .execute();
    await db.schema
      .createIndex('ausencias_aula')
      .unique()
      .on('ausencias')
      .columns(['turma_aluno_id', 'aula_id'])
      .execute();
    await table(db, 'reposicoes')
      .addColumn('turma_aluno_id', 'integer', references('turma_alunos.id'))
      .addColumn('aula_id', 'integer', references('aulas.id'))
      .addColumn('destino_aula_id', 'integer', references('aulas.id'))
      .addColumn('status', 'varchar(12)', required)
      .addColumn('marcada_em', 'varchar(30)', required)
      .addColumn('decidida_em', 'varchar(30)')
      .execute();
    await db.schema
      .createIndex('reposicoes_aula')
      .unique()
      .on('reposicoes')
      .columns(['turma_aluno_id', 'aula_id'])
      .execute();
    await db.schema.createIndex('reposicoes_destino').on('reposicoes').columns(['destino_aula_id', 'status']).execute();
  },
};
