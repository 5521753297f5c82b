import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Finds the few who work for a school among all who study there. */
export const postsOfStaff: Step = {
  name: '0084-posts-of-staff',
  async up(db) {
    await sql`create index drive_users_staff on drive_users (papel, company_id) where papel in ('equipe', 'professor')`.execute(
      db,
    );
  },
};
