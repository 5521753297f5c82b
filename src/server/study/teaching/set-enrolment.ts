import { routes } from '#lib/routes.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { enrolmentMessages } from '#lib/words/pedagogico.ts';
import type { Db } from '../../core/db/connection.ts';
import { holdPeople } from '../../core/db/hold-people.ts';
import { tell } from '../../messages/inbox/notify.ts';
import type { Schema } from '../../tables.ts';

type Status = Schema['turma_alunos']['status'];

/**
 * Pauses, ends or resumes enrolments. Who leaves has the lessons that have begun, and none after them. The
 * caller tells the student.
 *
 * @param ids of `turma_alunos`
 */
export async function setEnrolments(tx: Db, now: Date, ids: readonly number[], status: Status): Promise<void> {
  if (ids.length === 0) return;
  const students = await tx.selectFrom('turma_alunos').select('user_id').where('id', 'in', ids).execute();
  await holdPeople(
    tx,
    students.map(({ user_id }) => user_id),
  );
  const update = tx.updateTable('turma_alunos');
  if (status === 'ativa') {
    await update.set({ status, ate: null }).where('id', 'in', ids).execute();
    return;
  }
  const classes = await tx
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['turmas.id', 'companies.timezone'])
    .distinct()
    .where('turma_alunos.id', 'in', ids)
    .execute();
  for (const { id, timezone } of classes) {
    const ate = await lastDayIn(tx, id, timezone, now);
    await update.set({ status, ate }).where('turma_id', '=', id).where('id', 'in', ids).execute();
  }
}

/** Today, if a lesson of the class has begun today; else the day before, so that no roll of today asks for the student. */
async function lastDayIn(tx: Db, turmaId: number, timezone: string, now: Date): Promise<string> {
  const today = dayIn(timezone, now);
  const begun = await tx
    .selectFrom('aulas')
    .select('id')
    .where('turma_id', '=', turmaId)
    .where('cancelada_em', 'is', null)
    .where('inicio', '>=', instantIn(timezone, today, '00:00'))
    .where('inicio', '<=', now.toISOString())
    .executeTakeFirst();
  return begun ? today : shiftDay(today, -1);
}

/** Tells a student what the office did to the enrolment in one class. */
export const tellOfEnrolment = (
  tx: Db,
  at: Date,
  { userId, turmaId, turma, status }: { userId: number; turmaId: number; turma: string; status: Status },
): Promise<number> =>
  tell(tx, at, {
    userId,
    category: 'aula',
    ...enrolmentMessages.told[status](turma),
    path: routes.pedagogico.gradesOfClass(turmaId, { parte: 'aulas' }),
  });
