import type { Step } from '../migrate.ts';

/** Who took a change of an e-mail back. Of those before this step nobody knows, so the word of the person is kept. */
export const undoneBySchool: Step = {
  name: '0044-undone-by-school',
  async up(db, { flag }) {
    await db.schema.alterTable('email_changes').addColumn('undone_by_school', 'integer', flag).execute();
  },
};
