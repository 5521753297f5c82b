import type { Turma, TurmaDetalhe } from '#lib/contract/pedagogico.schema.ts';
import type { Db } from '../db/connection.ts';
import { notFound } from '../http/refusal.ts';
import { hasLesson, ownEnrolment } from './enrolment.ts';
import { presentAula, presentTurma } from './present.ts';
import { type classesOf, classOf, lessonsOf, materialsOf, scheduleOf, studentsIn } from './queries.ts';
import { readActivities } from './read-activities.ts';

type Rows = Awaited<ReturnType<typeof classesOf>>;

/** Classes with timetable, progress and next lesson: three queries for any number of classes. */
export async function withSchedule(db: Db, rows: Rows, now: Date): Promise<Turma[]> {
  const { horarios, next, given } = await scheduleOf(
    db,
    rows.map(({ id }) => id),
    now.toISOString(),
  );
  return rows.map((row) =>
    presentTurma(
      row,
      horarios.filter(({ turma_id }) => turma_id === row.id),
      next.find(({ turma_id }) => turma_id === row.id),
      Number(given.find(({ turma_id }) => turma_id === row.id)?.given ?? 0),
      now,
    ),
  );
}

/** A class of a student with its lessons and his activities. @throws Refusal 404 for a class that is not his */
export async function readClass(db: Db, userId: number, turmaId: number, now: Date): Promise<TurmaDetalhe> {
  const enrolment = await ownEnrolment(db, userId, { turma_id: turmaId });
  const row = await classOf(db, userId, turmaId);
  if (!row) throw notFound();
  const [[turma], lessons, students, atividades, materials] = await Promise.all([
    withSchedule(db, [row], now),
    lessonsOf(db, turmaId),
    studentsIn(db, turmaId),
    readActivities(db, enrolment, now),
    materialsOf(db, turmaId),
  ]);
  if (!turma) throw notFound();
  const aulas = lessons
    .filter(({ inicio }) => hasLesson(enrolment, inicio, now))
    .map((lesson) => presentAula(lesson, now, materials));
  return { ...turma, alunos_total: students, aulas, atividades };
}
