import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/**
 * Who came with the demo: an address can be changed, so it tells nobody apart. Of databases from before, the seed's own
 * pairs of numbers say so, and its one hash, which nobody else can have; `-` is the hash of an account that was erased.
 */
export const demoPeople: Step = {
  name: '0043-demo-people',
  async up(db, { flag }) {
    await db.schema.alterTable('users').addColumn('is_demo', 'integer', flag).execute();
    await sql`update users set is_demo = 1
      where email_key like '%@demo.example' or (id <= 12 and drive_user_id = id + 1000)`.execute(db);
    await sql`update users set is_demo = 1 where password_hash <> '-'
      and password_hash in (select password_hash from users where is_demo = 1 and id <= 12)`.execute(db);
  },
};
