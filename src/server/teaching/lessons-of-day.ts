import type { TodaysLesson } from '#lib/contract/panel.schema.ts';
import type { Db } from '../db/connection.ts';
import { type Reach, within } from '../db/reach.ts';

/** Lessons that begin between two instants, by hour, with the students who said that they do not come. */
export async function lessonsBetween(db: Db, reach: Reach, from: string, until: string): Promise<TodaysLesson[]> {
  const rows = await db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .leftJoin('users as professor', (join) =>
      join.on('professor.id', '=', ({ fn }) => fn.coalesce('aulas.professor_user_id', 'turmas.professor_user_id')),
    )
    .$call(within(reach))
    .select(['aulas.id', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.cancelada_em', 'turmas.nome as turma'])
    .select(({ fn }) => fn.coalesce('aulas.sala', 'turmas.sala').as('sala'))
    .select(['companies.nome as unidade', 'professor.full_name as professor'])
    .where('aulas.inicio', '>=', from)
    .where('aulas.inicio', '<', until)
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .execute();
  const missing =
    rows.length === 0
      ? []
      : await whoMisses(
          db,
          rows.map(({ id }) => id),
        );
  return rows.map(({ cancelada_em, ...lesson }) => ({
    ...lesson,
    cancelada: cancelada_em !== null,
    avisaram_falta: missing.filter(({ aula_id }) => aula_id === lesson.id).map(({ full_name }) => full_name),
  }));
}

const whoMisses = (db: Db, lessonIds: readonly number[]) =>
  db
    .selectFrom('ausencias')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'ausencias.turma_aluno_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['ausencias.aula_id', 'users.full_name'])
    .where('ausencias.aula_id', 'in', lessonIds)
    .orderBy('ausencias.id')
    .execute();
