import type { Step } from '../migrate.ts';

/** What a teacher gives out for a lesson. */
export const lessonMaterials: Step = {
  name: '0012-lesson-materials',
  async up(db, { required, references }) {
    await db.schema
      .createTable('aula_materiais')
      .addColumn('aula_id', 'integer', references('aulas.id'))
      .addColumn('n', 'integer', required)
      .addColumn('nome', 'varchar(200)', required)
      .addColumn('mime', 'varchar(100)', required)
      .addColumn('tamanho_bytes', 'integer', required)
      .addColumn('chave', 'varchar(80)', required)
      .addColumn('enviado_em', 'varchar(30)', required)
      .addPrimaryKeyConstraint('aula_materiais_pk', ['aula_id', 'n'])
      .execute();
  },
};
