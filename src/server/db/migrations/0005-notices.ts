import type { Step } from '../migrate.ts';

/** The notice inbox of a user. */
export const notices: Step = {
  name: '0005-notices',
  async up(db, { table, required, references }) {
    await table(db, 'notices')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('title', 'varchar(65)', required)
      .addColumn('body', 'varchar(180)', required)
      .addColumn('path', 'varchar(300)', required)
      .addColumn('category', 'varchar(20)', required)
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('read_at', 'varchar(30)')
      .execute();
    await db.schema.createIndex('notices_user').on('notices').columns(['user_id', 'created_at']).execute();
  },
};
