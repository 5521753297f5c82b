import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** The end of a course, and what happened to a student's enrolment: changes of unit, ends and returns. */
export const studentEvents: Step = {
  name: '0063-student-events',
  async up(db, { table, required, references, referencesOrNull }) {
    await db.schema.alterTable('drive_users').addColumn('encerrado_em', 'varchar(10)').execute();
    await sql`create index drive_users_ended on drive_users (id) where encerrado_em is not null`.execute(db);
    await table(db, 'student_events')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('tipo', 'varchar(20)', required)
      .addColumn('em', 'varchar(30)', required)
      .addColumn('por_user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('de_company_id', 'integer', referencesOrNull('companies.id'))
      .addColumn('para_company_id', 'integer', referencesOrNull('companies.id'))
      .addColumn('motivo', 'varchar(300)')
      .addColumn('turmas', 'text', required)
      .addColumn('bloqueou', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('desfeito_em', 'varchar(30)')
      .execute();
    await db.schema.createIndex('student_events_user').on('student_events').columns(['user_id', 'id']).execute();
  },
};
