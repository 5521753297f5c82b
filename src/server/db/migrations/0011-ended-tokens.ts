import type { Step } from '../migrate.ts';

/** Access tokens whose session was logged out before they expire. */
export const endedTokens: Step = {
  name: '0011-ended-tokens',
  async up(db, { required }) {
    await db.schema
      .createTable('ended_tokens')
      .addColumn('jti', 'varchar(40)', (column) => column.primaryKey())
      .addColumn('expires_at', 'varchar(30)', required)
      .execute();
  },
};
