import type { AttendanceStudent, AttendanceVisitor } from '#lib/contract/teaching-lessons.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass, wasInClass } from '../../core/db/in-class.ts';

/** The students of a class on the day of a lesson, and those who have a record in it, by name. */
export async function attendanceStudents(
  db: Db,
  lesson: { id: number; turma_id: number },
  day: string,
): Promise<AttendanceStudent[]> {
  const rows = await db
    .selectFrom('turma_alunos')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .leftJoin('presencas', (join) =>
      join.onRef('presencas.turma_aluno_id', '=', 'turma_alunos.id').on('presencas.aula_id', '=', lesson.id),
    )
    .leftJoin('ausencias', (join) =>
      join.onRef('ausencias.turma_aluno_id', '=', 'turma_alunos.id').on('ausencias.aula_id', '=', lesson.id),
    )
    .select(['turma_alunos.id as turma_aluno_id', 'turma_alunos.user_id', 'users.full_name as nome'])
    .select(['users.avatar_url as foto_url', 'presencas.status', 'presencas.atraso', 'ausencias.status as avisou'])
    .where('turma_alunos.turma_id', '=', lesson.turma_id)
    .where(({ or, eb }) => or([eb('presencas.status', 'is not', null), wasInClass(day)]))
    .orderBy('users.full_name')
    .orderBy('turma_alunos.id')
    .execute();
  return rows.map(({ status, atraso, ...row }) => ({
    ...row,
    situacao: status === 'presente' && atraso ? 'atraso' : status,
  }));
}

/** Students of other classes who make up for a lesson in this one, by name. */
export const visitorsOf = (db: Db, lessonId: number) =>
  db
    .selectFrom('reposicoes')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'reposicoes.turma_aluno_id')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['reposicoes.id', 'reposicoes.aula_id', 'reposicoes.turma_aluno_id', 'reposicoes.status'])
    .select(['turma_alunos.user_id', 'users.full_name', 'users.avatar_url', 'turmas.nome as turma'])
    .where('reposicoes.destino_aula_id', '=', lessonId)
    .where('reposicoes.status', '!=', 'cancelada')
    .where(({ or, eb }) => or([eb('reposicoes.status', '!=', 'marcada'), isInClass]))
    .orderBy('users.full_name')
    .orderBy('reposicoes.id')
    .execute();

const marks = { marcada: null, feita: 'presente', faltou: 'falta', cancelada: null } as const;

export const presentVisitor = (visitor: Awaited<ReturnType<typeof visitorsOf>>[number]): AttendanceVisitor => ({
  id: visitor.id,
  nome: visitor.full_name,
  foto_url: visitor.avatar_url,
  turma: visitor.turma,
  situacao: marks[visitor.status],
});
