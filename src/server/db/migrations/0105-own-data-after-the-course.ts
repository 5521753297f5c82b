import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/**
 * Somebody whose course ended logs in to export the own data and to ask for erasure, and to nothing else. Accounts that
 * the end of a course blocked before are of this kind too; those that a person blocked are not.
 */
export const ownDataAfterTheCourse: Step = {
  name: '0105-own-data-after-the-course',
  async up(db, { flag }) {
    await db.schema.alterTable('users').addColumn('own_data_only', 'integer', flag).execute();
    await sql`update users set own_data_only = 1 where is_blocked = 1 and exists (
      select 1 from student_events where student_events.user_id = users.id and student_events.tipo = 'fim'
      and student_events.bloqueou = 1 and student_events.desfeito_em is null)`.execute(db);
  },
};
