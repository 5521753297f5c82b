import type { Turma, TurmaDetalhe } from '#lib/contract/pedagogico.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Reader } from '../books/reader.ts';
import { type Enrolment, hasLesson } from './enrolment.ts';
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
  const wanted = classes.filter(({ somente_digital }) => somente_digital || !isDigitalOnly);
  return wanted.map((row) => withSchedule(row, schedule, now));
}

const withSchedule = (row: TurmaRow, { horarios, next, given }: Schedule, now: Date): Turma =>
  presentTurma(
    row,
    horarios.filter(({ turma_id }) => turma_id === row.id),
    next.find(({ turma_id }) => turma_id === row.id),
    Number(given.find(({ turma_id }) => turma_id === row.id)?.given ?? 0),
    now,
  );

/** The class of a student's enrolment with its lessons and his activities. */
export async function readClass(db: Db, userId: number, enrolment: Enrolment, now: Date): Promise<TurmaDetalhe> {
  const turmaId = enrolment.turma_id;
  const row = await classOf(db, userId, turmaId);
  if (!row) throw notFound();
  const [schedule, lessons, students, atividades, materials] = await Promise.all([
    scheduleOf(db, [turmaId], now.toISOString()),
    lessonsOf(db, turmaId),
    studentsIn(db, turmaId),
    readActivities(db, enrolment, now),
    materialsOf(db, turmaId),
  ]);
  const aulas = lessons
    .filter(({ inicio }) => hasLesson(enrolment, inicio, now))
    .map((lesson) => presentAula(lesson, now, materials));
  return { ...withSchedule(row, schedule, now), alunos_total: students, aulas, atividades };
}
