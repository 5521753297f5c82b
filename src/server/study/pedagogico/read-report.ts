import type { Notas } from '#lib/contract/pedagogico.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { notFound } from '../../core/http/refusal.ts';
import { ownEnrolment } from './enrolment.ts';
import { classOf, type TurmaRow } from './queries.ts';
import { readGrades } from './read-grades.ts';

/**
 * The user's own class with its grades, for a grade report. `timezone` is that of the class's school.
 *
 * @throws Refusal 404 for another person's class.
 */
export async function readReport(
  db: Db,
  userId: number,
  turmaId: number,
  now: Date,
): Promise<{ turma: TurmaRow; notas: Notas; timezone: string }> {
  const enrolment = await ownEnrolment(db, userId, { turma_id: turmaId });
  const [turma, notas] = await Promise.all([classOf(db, userId, turmaId), readGrades(db, enrolment, now)]);
  if (!turma) throw notFound('Não encontramos esta turma entre as suas.');
  return { turma, notas, timezone: enrolment.timezone };
}
