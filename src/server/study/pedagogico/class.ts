import type { Turma, TurmaDetalhe } from '#lib/contract/pedagogico.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { prepared, preparedOne } from '../../core/db/prepared.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import type { Reader } from '../books/read-books.ts';
import { presentAula, presentTurma } from './present.ts';
import {
  classesOf,
  classOf,
  lessonsOf,
  materialsOf,
  type Schedule,
  scheduleOf,
  studentsIn,
  type TurmaRow,
} from './queries.ts';
import { readActivities } from './read-activities.ts';

/** The classes of a reader with timetable, progress and next lesson. */
export async function readClasses(db: Db, reader: Reader, isDigitalOnly: boolean, now: Date): Promise<Turma[]> {
  const { classes, ...schedule } = await classesOf(db, reader, now.toISOString());
  const visible = classes.filter(({ somente_digital }) => somente_digital || !isDigitalOnly);
  return visible.map((row) => withSchedule(row, schedule, now));
}

const withSchedule = (row: TurmaRow, { horarios, next, held }: Schedule, now: Date): Turma =>
  presentTurma(
    row,
    horarios.filter(({ turma_id }) => turma_id === row.id),
    next.find(({ turma_id }) => turma_id === row.id),
    Number(held.find(({ turma_id }) => turma_id === row.id)?.held ?? 0),
    now,
  );

/** The class of a student's enrolment with its lessons and his activities. */
export async function readClass(db: Db, userId: number, enrollment: Enrollment, now: Date): Promise<TurmaDetalhe> {
  const turmaId = enrollment.turma_id;
  const row = await classOf(db, userId, turmaId);
  if (!row) throw notFound();
  const [schedule, lessons, students, atividades, materials] = await Promise.all([
    scheduleOf(db, [turmaId], now.toISOString()),
    lessonsOf(db, turmaId),
    studentsIn(db, turmaId),
    readActivities(db, enrollment, now),
    materialsOf(db, turmaId),
  ]);
  const aulas = lessons
    .filter(({ inicio }) => hasLesson(enrollment, inicio, now))
    .map((lesson) => presentAula(lesson, now, materials));
  return { ...withSchedule(row, schedule, now), alunos_total: students, aulas, atividades };
}

export interface Enrollment {
  user_id: number;
  turma_id: number;
  turma_aluno_id: number;
  status: 'ativa' | 'trancada' | 'concluida';
  /** The last day in the class. */
  ate: string | null;
  /** The time zone of the class's school. */
  timezone: string;
}

const enrollments = (db: Db, userId: number) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['turmas.id as turma_id', 'turma_alunos.id as turma_aluno_id', 'turma_alunos.status', 'turma_alunos.ate'])
    .select(['companies.timezone', 'turma_alunos.user_id'])
    .where('turma_alunos.user_id', '=', userId);
const byClass = preparedOne((db, userId: number, id: number) => enrollments(db, userId).where('turmas.id', '=', id));
/** An enrolment of a student, by its own id. */
export const enrollmentOf = preparedOne((db, userId: number, id: number) =>
  enrollments(db, userId).where('turma_alunos.id', '=', id),
);

/** All enrolments of a student. */
export const enrollmentsOf = prepared(enrollments);

/** Also for another person's class (ROLE-08). */
export const unknownEnrollment = () => notFound('Não encontramos esta turma entre as suas.');

/**
 * The user's own enrolment, by the class or by the enrolment's id.
 *
 * @throws Refusal 404
 */
export async function ownEnrollment(
  db: Db,
  userId: number,
  by: { turma_id: number } | { turma_aluno_id: number },
): Promise<Enrollment> {
  const enrollment = await ('turma_id' in by
    ? byClass(db, userId, by.turma_id)
    : enrollmentOf(db, userId, by.turma_aluno_id));
  if (!enrollment) throw unknownEnrollment();
  return enrollment;
}

/** The own enrolment in the class that an address names. @throws Refusal 404 */
export const enrollmentInClass = ({ db, session }: Ctx, { id }: { id: number }): Promise<Enrollment> =>
  ownEnrollment(db, session.userId, { turma_id: id });

/** The own enrolment that an address names. @throws Refusal 404 */
export const enrollmentByNumber = ({ db, session }: Ctx, { id }: { id: number }): Promise<Enrollment> =>
  ownEnrollment(db, session.userId, { turma_aluno_id: id });

/** Whether the student attends a lesson: all of the class, or, after leaving it, those up to the last day in it. */
export function hasLesson({ status, ate, timezone }: Enrollment, inicio: string, now: Date): boolean {
  if (status === 'ativa') return true;
  const begun = new Date(inicio);
  return begun <= now && dayIn(timezone, begun) <= (ate ?? dayIn(timezone, now));
}

/** @throws Refusal 409 for a suspended or finished enrolment. */
export function requireActive({ status }: Pick<Enrollment, 'status'>): void {
  if (status !== 'ativa') throw conflict('Sua matrícula nesta turma não está ativa. Fale com a escola.', 'not_active');
}
