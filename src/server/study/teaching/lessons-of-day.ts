import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import type { Schema } from '../../tables.ts';

/** A screen of a day. A franchise has thousands. */
const MAX_LESSONS = 30;

interface Day {
  from: string;
  until: string;
  now: string;
}

/**
 * Lessons that begin within a day, by hour, with the students who said that they do not come. Of many, those that are not
 * over come first.
 *
 * @returns the lessons, and how many more there are.
 */
export async function lessonsOfDay(db: Db, reach: Reach, { from, until, now }: Day) {
  const ofDay = db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .$call(within(reach))
    .where('aulas.inicio', '>=', from)
    .where('aulas.inicio', '<', until);
  const { all } = await ofDay.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
  const lessons = all === 0 ? [] : await listed(db, ofDay.select('aulas.id'), now);
  return { lessons, more: all - lessons.length };
}

async function listed(db: Db, ids: SelectQueryBuilder<Schema, 'aulas', { id: number }>, now: string) {
  const found = await db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .leftJoin('users as professor', (join) =>
      join.on('professor.id', '=', ({ fn }) => fn.coalesce('aulas.professor_user_id', 'turmas.professor_user_id')),
    )
    .select(['aulas.id', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.cancelada_em', 'turmas.nome as turma'])
    .select(({ fn }) => fn.coalesce('aulas.sala', 'turmas.sala').as('sala'))
    .select(['companies.nome as unidade', 'professor.full_name as professor'])
    .where('aulas.id', 'in', ids)
    .orderBy(({ eb }) => eb.case().when('aulas.fim', '<=', now).then(1).else(0).end())
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .limit(MAX_LESSONS)
    .execute();
  const rows = found.toSorted((a, b) => a.inicio.localeCompare(b.inicio) || a.id - b.id);
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
    /** Students who said that they do not come. */
    avisaram_falta: missing.filter(({ aula_id }) => aula_id === lesson.id).map(({ full_name }) => full_name),
  }));
}

const whoMisses = (db: Db, lessonIds: readonly number[]) =>
  db
    .selectFrom('ausencias')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'ausencias.turma_aluno_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['ausencias.aula_id', 'users.full_name'])
    .where(isInClass)
    .where('ausencias.aula_id', 'in', lessonIds)
    .orderBy('ausencias.id')
    .execute();
