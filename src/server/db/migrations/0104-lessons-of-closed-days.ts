import type { Step } from '../migrate.ts';

/** Which closed day cancelled a lesson: its students are told once for the whole day, not once for each lesson. */
export const lessonsOfClosedDays: Step = {
  name: '0104-lessons-of-closed-days',
  async up(db) {
    // No reference: the day may be taken off the list again, and the lessons stay cancelled.
    await db.schema.alterTable('aulas').addColumn('dia_fechado_id', 'integer').execute();
  },
};
