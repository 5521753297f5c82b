import type { Db } from '../../core/db/connection.ts';
import { holdsNoRole } from './queries.ts';

/** The students of a school, by its index, for the question whether there is any. */
export const studentsOfSchool = (db: Db, escolaId: number) =>
  db
    .selectFrom('users')
    .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .where('users.school_id', '=', escolaId)
    .where('drive_users.papel', '=', 'aluno')
    .where(holdsNoRole)
    .select('users.id');
