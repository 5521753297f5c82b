import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';

/** The teacher of the class of a lesson: of a past one who was it then. */
export const classTeacherThen = sql<number | null>`coalesce(aulas.professor_da_turma_id, turmas.professor_user_id)`;

/** Who gives a lesson, or gave it. */
export const lessonTeacher = sql<number | null>`coalesce(aulas.professor_user_id, ${classTeacherThen})`;

/** Notes on the lessons of a class that have begun who taught it, before it gets another teacher. */
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
