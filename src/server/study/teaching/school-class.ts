import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { classMessageLines } from '../pedagogico/class-message-lines.ts';
import { classTeacherThen } from './lesson-teacher.ts';
import { classesIn, classIn, presentClass, slotsOf } from './school-classes.ts';
import { unreachedOf } from './unreached.ts';

/** Lessons with their classes. */
export const lessons = (db: Db) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .leftJoin('users as professor', (join) => join.on('professor.id', '=', classTeacherThen))
    .leftJoin('users as substituto', 'substituto.id', 'aulas.professor_user_id')
    .select(['aulas.id', 'aulas.numero', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.inicio_previsto'])
    .select(['aulas.tipo', 'aulas.cancelada_em', 'aulas.chamada_em', 'aulas.sala', 'aulas.link_reuniao'])
    .select(['aulas.professor_user_id', 'substituto.full_name as substituto'])
    .select(['turmas.id as turma_id', 'turmas.nome as turma', 'turmas.sala as sala_da_turma'])
    .select(['turmas.link_reuniao as link_da_turma', 'companies.timezone'])
    .select([classTeacherThen.as('professor_id'), 'professor.full_name as professor'])
    .select(['turmas.status', 'turmas.company_id']);
type Row = Awaited<ReturnType<ReturnType<typeof lessons>['executeTakeFirstOrThrow']>>;

/**
 * A lesson in the office's list. `inicio_previsto`: the original time of a moved lesson; room and link are the lesson's own,
 * null: those of the class.
 */
export const presentLesson = (row: Row) => ({
  id: row.id,
  numero: row.numero,
  titulo: row.titulo,
  inicio: row.inicio,
  fim: row.fim,
  inicio_previsto: row.inicio_previsto,
  tipo: row.tipo,
  sala: row.sala,
  link_reuniao: row.link_reuniao,
  cancelada: row.cancelada_em !== null,
  chamada: row.chamada_em !== null,
  substituto: personOf(row.professor_user_id, row.substituto),
  turma: {
    id: row.turma_id,
    nome: row.turma,
    sala: row.sala_da_turma,
    link_reuniao: row.link_da_turma,
    professor: personOf(row.professor_id, row.professor),
    timezone: row.timezone,
  },
});

const personOf = (id: number | null, nome: string | null) =>
  id === null ? null : { id, nome: nome ?? 'Conta encerrada' };

/** One lesson as the office sees it. */
export async function readSchoolLesson(db: Db, id: number) {
  return presentLesson(await lessons(db).where('aulas.id', '=', id).executeTakeFirstOrThrow());
}

/** A lesson with its unit and book, and the students whom the notification of its change did not reach. @throws Refusal 404 */
export async function readLessonOfSchool({ db, reach, now }: Ctx, id: number) {
  const place = await classesIn(db, reach)
    .innerJoin('aulas', 'aulas.turma_id', 'turmas.id')
    .select(['companies.nome as unidade', 'livros.nome as livro'])
    .where('aulas.id', '=', id)
    .executeTakeFirst();
  if (!place) throw notFound('Não encontramos esta aula na sua escola.');
  return { ...(await readSchoolLesson(db, id)), ...place, sem_aviso: await unreachedOf(db, [id], now()) };
}

/** A class with its lessons by time and its students by name. @throws Refusal 404 */
export async function readSchoolClass({ db, reach }: Ctx, id: number) {
  const row = await classIn(db, reach, id);
  if (!row) throw notFound('Não encontramos esta turma na sua escola.');
  const [slots, aulas, estudantes, mensagens] = await Promise.all([
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
    classMessageLines(db, reach, { turma: id }),
  ]);
  return { ...presentClass(row, slots), aulas: aulas.map(presentLesson), estudantes, mensagens };
}
