import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';

/** The teacher of the class of a lesson; for a past lesson the teacher at that time. */
export const classTeacherThen = sql<number | null>`coalesce(aulas.professor_da_turma_id, turmas.professor_user_id)`;

/** The teacher of a lesson, or its substitute. */
export const lessonTeacher = sql<number | null>`coalesce(aulas.professor_user_id, ${classTeacherThen})`;

/** Before a class gets another teacher, records the outgoing one on its lessons that have begun. */
export async function keepTeacher(tx: Db, turmaId: number, outgoing: number | null, at: Date): Promise<void> {
  if (outgoing === null) return;
  await tx
    .updateTable('aulas')
    .set({ professor_da_turma_id: outgoing })
    .where('turma_id', '=', turmaId)
    .where('inicio', '<=', at.toISOString())
    .where('professor_da_turma_id', 'is', null)
    .execute();
}
