import type { Step } from '../migrate.ts';

/** The last erasure: after it the file of SQLite is freed of what was left of the person (0161). */
export const erasuresDone: Step = {
  name: '0111-erasures-done',
  async up(db) {
    await db.schema.createIndex('erasures_done').on('erasures').columns(['done_at']).execute();
  },
};
