import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** What staff does with classes: lessons that move, the roll, work that is handed in, and days without lessons. */
export const teaching: Step = {
  name: '0070-teaching',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await db.schema.alterTable('turmas').addColumn('link_reuniao', 'varchar(300)').execute();

    await db.schema
      .alterTable('aulas')
      .addColumn('professor_user_id', 'integer', referencesOrNull('users.id'))
      .execute();
    await db.schema.alterTable('aulas').addColumn('sala', 'varchar(40)').execute();
    await db.schema.alterTable('aulas').addColumn('inicio_previsto', 'varchar(30)').execute();
    await db.schema.alterTable('aulas').addColumn('movida_em', 'varchar(30)').execute();
    await db.schema.alterTable('aulas').addColumn('chamada_em', 'varchar(30)').execute();

    await db.schema.alterTable('presencas').addColumn('atraso', 'integer', flag).execute();

    await db.schema.alterTable('turma_alunos').addColumn('desde', 'varchar(10)').execute();
    await db.schema.alterTable('turma_alunos').addColumn('ate', 'varchar(10)').execute();

    await db.schema.alterTable('aula_materiais').addColumn('url', 'varchar(500)').execute();

    await db.schema
      .alterTable('turma_atividades')
      .addColumn('unidade_id', 'integer', referencesOrNull('unidades.id'))
      .execute();
    await db.schema
      .alterTable('turma_atividades')
      .addColumn('nota_maxima', 'double precision', (column) => column.notNull().defaultTo(10))
      .execute();
    await db.schema.alterTable('turma_atividades').addColumn('criada_em', 'varchar(30)').execute();

    await db.schema.alterTable('turma_aluno_atividades').addColumn('entregue_em', 'varchar(30)').execute();
    await db.schema.alterTable('turma_aluno_atividades').addColumn('devolvida_em', 'varchar(30)').execute();
    await sql`update turma_aluno_atividades set entregue_em = (
      select min(enviado_em) from atividade_arquivos
      where atividade_arquivos.turma_aluno_atividade_id = turma_aluno_atividades.id
        and atividade_arquivos.tipo = 'envio')`.execute(db);

    await table(db, 'closed_days')
      .addColumn('school_id', 'integer', references('schools.id'))
      .addColumn('company_id', 'integer', (column) => column.references('companies.id').onDelete('cascade'))
      .addColumn('day', 'varchar(10)', required)
      .addColumn('name', 'varchar(80)', required)
      .execute();

    for (const index of [
      'closed_days_day on closed_days (school_id, day)',
      'turmas_teacher on turmas (professor_user_id)',
      'aulas_substitute on aulas (professor_user_id, inicio) where professor_user_id is not null',
      'aulas_moved on aulas (movida_em, id) where movida_em is not null',
      'turma_atividades_made on turma_atividades (criada_em, id) where criada_em is not null',
      'work_to_correct on turma_aluno_atividades (turma_atividade_id, entregue_em) where entregue_em is not null and corrigida_em is null and devolvida_em is null',
    ]) {
      await sql.raw(`create index ${index}`).execute(db);
    }
  },
};
