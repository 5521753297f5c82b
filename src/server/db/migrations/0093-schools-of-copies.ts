import { sql } from 'kysely';
import type { Step } from '../migrate.ts';
import { lockTables } from './lock-tables.ts';

/**
 * Whose a copy of the franchise's book is while nobody reads it: the school that it was made for (0141). It stays null for
 * copies of older tables that nobody reads.
 */
export const schoolsOfCopies: Step = {
  name: '0093-schools-of-copies',
  async up(db, { engine }) {
    if (engine === 'postgres') await lockTables(db, [['user_books', 'access exclusive']]);
    await db.schema
      .alterTable('user_books')
      .addColumn('escola_id', 'integer', (column) => column.references('schools.id'))
      .execute();
    await sql`update user_books set escola_id = coalesce(
      (select companies.escola_id from livro_lotes join companies on companies.id = livro_lotes.company_id
        where livro_lotes.id = user_books.lote_id),
      (select companies.escola_id from users join drive_users on drive_users.id = users.drive_user_id
        join companies on companies.id = drive_users.company_id where users.id = user_books.user_id))`.execute(db);
  },
};
