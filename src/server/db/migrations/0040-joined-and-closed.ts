import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/**
 * Which change of an e-mail brought a password along, and whom a start without the demo shut out. Starts before this step
 * shut out whoever was enrolled in a demo school: those whom nobody blocked by hand are marked, so that they open again.
 */
export const joinedAndClosed: Step = {
  name: '0040-joined-and-closed',
  async up(db, { flag }) {
    await db.schema.alterTable('email_changes').addColumn('with_password', 'integer', flag).execute();
    await db.schema.alterTable('users').addColumn('closed_with_demo', 'integer', flag).execute();
    await sql`update users set closed_with_demo = 1 where is_blocked = 1
      and (email_key like '%@demo.example' or drive_user_id in (
        select drive_users.id from drive_users
        join companies on companies.id = drive_users.company_id
        join schools on schools.id = companies.escola_id
        where schools.is_demo = 1))
      and not exists (select 1 from erasures where erasures.user_id = users.id and erasures.done_at is not null)
      and coalesce((select action from audit_log where audit_log.about_user_id = users.id
        and action in ('user-block', 'user-unblock') order by id desc limit 1), '') <> 'user-block'`.execute(db);
  },
};
