import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { classesIn, classIn, presentClass, type SchoolClassRow, slotsOf } from './school-classes.ts';

const lessons = (db: Db) =>
  db
    .selectFrom('aulas')
    .leftJoin('users as substituto', 'substituto.id', 'aulas.professor_user_id')
    .select(['aulas.id', 'aulas.numero', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.inicio_previsto'])
    .select(['aulas.tipo', 'aulas.cancelada_em', 'aulas.chamada_em', 'aulas.sala', 'aulas.link_reuniao'])
    .select(['aulas.professor_user_id', 'substituto.full_name as substituto']);
type Row = Awaited<ReturnType<ReturnType<typeof lessons>['executeTakeFirstOrThrow']>>;

/**
 * A lesson as the office lists it. `inicio_previsto`: where the timetable had it before it was moved; room and link are
 * those of the lesson alone, null: those of the class.
 */
const presentLesson = ({ cancelada_em, chamada_em, professor_user_id, substituto, ...row }: Row) => ({
  ...row,
  cancelada: cancelada_em !== null,
  chamada: chamada_em !== null,
  substituto: professor_user_id === null ? null : { id: professor_user_id, nome: substituto ?? 'Conta encerrada' },
});

/** One lesson as the office sees it. */
export async function readSchoolLesson(db: Db, id: number) {
  return presentLesson(await lessons(db).where('aulas.id', '=', id).executeTakeFirstOrThrow());
}

const headOf = (row: SchoolClassRow, slots: Awaited<ReturnType<typeof slotsOf>>) => ({
  ...presentClass(row, slots),
  link_reuniao: row.link_reuniao,
  timezone: row.timezone,
});

/** A lesson with its class. @throws Refusal 404 */
export async function readLessonOfSchool({ db, reach }: Ctx, id: number) {
  const place = await classesIn(db, reach)
    .innerJoin('aulas', 'aulas.turma_id', 'turmas.id')
    .select('aulas.turma_id')
    .where('aulas.id', '=', id)
    .executeTakeFirst();
  const row = place && (await classIn(db, reach, place.turma_id));
  if (!row) throw notFound('Não encontramos esta aula na sua escola.');
  return { aula: await readSchoolLesson(db, id), turma: headOf(row, await slotsOf(db, [row.id])) };
}

/** A class with its lessons by time and its students by name. @throws Refusal 404 */
export async function readSchoolClass({ db, reach }: Ctx, id: number) {
  const row = await classIn(db, reach, id);
  if (!row) throw notFound('Não encontramos esta turma na sua escola.');
  const [slots, aulas, estudantes] = await Promise.all([
    slotsOf(db, [id]),
    lessons(db).where('aulas.turma_id', '=', id).orderBy('aulas.inicio').orderBy('aulas.numero').execute(),
    db
      .selectFrom('turma_alunos')
      .innerJoin('users', 'users.id', 'turma_alunos.user_id')
      .select(['turma_alunos.id as turma_aluno_id', 'turma_alunos.user_id', 'users.full_name as nome'])
      .select(['users.avatar_url as foto_url', 'turma_alunos.status', 'turma_alunos.desde', 'turma_alunos.ate'])
      .where('turma_alunos.turma_id', '=', id)
      .orderBy('users.full_name')
      .orderBy('turma_alunos.id')
      .execute(),
  ]);
  return { ...headOf(row, slots), aulas: aulas.map(presentLesson), estudantes };
}
