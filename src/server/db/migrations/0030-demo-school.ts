import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Which schools the demo made: their accounts have a password that everybody knows. */
export const demoSchool: Step = {
  name: '0030-demo-school',
  async up(db, { flag }) {
    await db.schema.alterTable('schools').addColumn('is_demo', 'integer', flag).execute();
    await sql`update schools set is_demo = 1 where id in (
      select companies.escola_id from companies
      join drive_users on drive_users.company_id = companies.id
      join users on users.drive_user_id = drive_users.id
      where users.email_key like '%@demo.example')`.execute(db);
  },
};
