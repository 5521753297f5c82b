import type { Db } from '../../core/db/connection.ts';
import { studentsIn } from './queries.ts';

/** The students of a school, by its index, to find out whether there are any. */
export const studentsOfSchool = (db: Db, escolaId: number) =>
  studentsIn(db, { escolaId, units: null }).where('users.school_id', '=', escolaId).select('users.id');
