import type { z } from 'zod';
import { routes } from '#lib/routes.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { enrollmentMessages } from '#lib/words/pedagogico.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { holdPeople, locked } from '../../core/db/locking.ts';
import { enrolled } from '../../core/db/people.ts';
import { within } from '../../core/db/reach.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { refuseClosedUnit } from '../../core/http/open-unit.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { readUndoToken } from '../../core/http/undo.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import type { Schema } from '../../tables.ts';
import type { updateEnrollmentInput } from './inputs.ts';
import { classesIn, classIn, type SchoolClassRow } from './school-classes.ts';

/** The previous state of an enrolled student that `undoEnrollments` needs. */
interface Before {
  user: number;
  class: number;
  /** The previous enrolment in the class; null: none. */
  was: { status: Status; desde: string | null; ate: string | null } | null;
}

const ENROLL = 'class-enrol';

/**
 * Enrolls students in a class, each separately; former students of the class are reactivated. A class may have students of other
 * units of its school.
 *
 * @param input `id`: of the class; `ids`: of the students
 * @throws Refusal as `onceForEach`: 404, 409 for a class that is over, full or in a closed unit, 422 for a student of another
 *   school
 */
export async function enrollStudents(ctx: Ctx, input: { id: number; ids: number[] }): Promise<EachAnswer> {
  const answer = await onceForEach<Before>(ctx, ENROLL, input, (tx, userId) =>
    enrollStudent({ ...ctx, db: tx }, input.id, userId),
  );
  ctx.wake();
  return { ...answer, itens: await named(ctx, answer.itens) };
}

/** Adds the names of refused students: the form shows classes, and no students. */
async function named({ db, reach }: Ctx, itens: EachAnswer['itens']): Promise<EachAnswer['itens']> {
  const left = itens.flatMap(({ id, problema }) => (problema === null ? [] : [id]));
  if (left.length === 0) return itens;
  const rows = await enrolled(db)
    .$call(within({ ...reach, units: null }))
    .select(['users.id', 'users.full_name'])
    .where('users.id', 'in', left)
    .execute();
  const names = new Map(rows.map(({ id, full_name }) => [id, full_name]));
  return itens.map((each) => {
    const nome = names.get(each.id);
    return nome === undefined ? each : { ...each, nome };
  });
}

/** @returns null for a student who is already in the class */
async function enrollStudent(ctx: Ctx, id: number, userId: number): Promise<Before | null> {
  const row = await heldClass(ctx, id);
  const known = await enrolled(ctx.db)
    .$call(within({ escolaId: row.escola_id, units: null }))
    .select('users.id')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!known) throw invalid('Escolha alunos com matrícula na sua escola.', { ids: 'Nem todos são da sua escola' });
  const was = await ctx.db
    .selectFrom('turma_alunos')
    .select(['status', 'desde', 'ate'])
    .where('turma_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if ((await notActive(ctx.db, id, [userId])).length === 0) return null;
  refuseFull(row, 1);
  await holdPeople(ctx.db, [userId]);
  await enroll(ctx, row, userId, dayIn(row.timezone, ctx.now()));
  return { user: userId, class: id, was: was ?? null };
}

/** Undoes enrolments that the sender made within the last minute. Students with a grade or an attendance record there stay. */
export async function undoEnrollments(ctx: Ctx, token: string) {
  const before = readUndoToken<Before[]>(ctx, ENROLL, token);
  const ids = await ctx.db.transaction().execute(async (tx) => {
    const undone: number[] = [];
    for (const each of before) if (await undoEnrollment({ ...ctx, db: tx }, each)) undone.push(each.user);
    return undone;
  });
  ctx.wake();
  return { ids };
}

async function undoEnrollment(ctx: Ctx, { user, class: classId, was }: Before): Promise<boolean> {
  const { db } = ctx;
  const row = await classIn(db, ctx.reach, classId);
  await holdPeople(db, [user]);
  const known = await db
    .selectFrom('turma_alunos')
    .select('id')
    .where('turma_id', '=', classId)
    .where('user_id', '=', user)
    .where(isInClass)
    .executeTakeFirst();
  if (!row || !known) return false;
  if (was) await db.updateTable('turma_alunos').set(was).where('id', '=', known.id).execute();
  else if (await isUsed(db, known.id)) return false;
  else await db.deleteFrom('turma_alunos').where('id', '=', known.id).execute();
  await audit(ctx, 'class-enrolment', `user:${user}`, {
    antes: { turma: row.nome, situacao: 'ativa' },
    depois: { turma: row.nome, situacao: was?.status ?? null },
  });
  return true;
}

/** Whether an enrolment has records meanwhile. */
async function isUsed(db: Db, id: number): Promise<boolean> {
  const tables = [
    'presencas',
    'notas',
    'ausencias',
    'reposicoes',
    'turma_aluno_atividades',
    'message_threads',
  ] as const;
  for (const table of tables) {
    const used = await db
      .selectFrom(table)
      .select('turma_aluno_id')
      .where('turma_aluno_id', '=', id)
      .executeTakeFirst();
    if (used) return true;
  }
  return false;
}

/**
 * Locks a class, so that of two clerks who want its last place only one gets it. Others may refer to it meanwhile: an import
 * locks people first, and this one waits for people while it holds the class. @throws Refusal 404, 409
 */
async function heldClass(ctx: Pick<Ctx, 'db' | 'reach'>, id: number): Promise<SchoolClassRow> {
  await locked(ctx.db, ctx.db.selectFrom('turmas').select('id').where('id', '=', id), 'hold').execute();
  const row = await classIn(ctx.db, ctx.reach, id);
  if (!row) throw notFound('Não encontramos esta turma na sua escola.');
  if (row.status === 'concluida') throw conflict('Esta turma já terminou.', 'class_over');
  return row;
}

function refuseFull(row: SchoolClassRow, more: number): void {
  const left = Math.max(0, row.lugares - Number(row.alunos));
  if (more <= left) return;
  const places = left === 0 ? 'não tem mais lugar' : left === 1 ? 'só tem um lugar' : `só tem ${left} lugares`;
  throw conflict(`A turma ${row.nome} ${places}. Aumente os lugares da turma, ou escolha outra.`, 'class_full');
}

async function notActive(tx: Db, turmaId: number, userIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('turma_alunos')
    .select('user_id')
    .where('turma_id', '=', turmaId)
    .where('user_id', 'in', userIds)
    .where(isInClass)
    .execute();
  const active = new Set(rows.map(({ user_id }) => user_id));
  return userIds.filter((id) => !active.has(id));
}

async function enroll(ctx: Ctx, row: SchoolClassRow, user_id: number, desde: string): Promise<number> {
  await refuseClosedUnit(ctx.db, row.company_id);
  const fresh = { status: 'ativa' as const, desde, ate: null };
  const { id } = await ctx.db
    .insertInto('turma_alunos')
    .values({ turma_id: row.id, user_id, ...fresh })
    .onConflict((known) => known.columns(['turma_id', 'user_id']).doUpdateSet(fresh))
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(ctx, 'class-enrol', `user:${user_id}`, { depois: { turma: row.nome, desde } });
  return id;
}

/**
 * Ends, pauses or resumes an enrolment, or moves the student to another class. Grades and attendance stay with the class where
 * they were recorded.
 *
 * @throws Refusal 404, 409 for a class that is over or full, or nothing to change
 */
export async function updateEnrollment(ctx: Ctx, { id, status, turma_id }: z.output<typeof updateEnrollmentInput>) {
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const row = await enrollmentIn(within, id);
    if (turma_id !== undefined) return transfer(within, row, turma_id);
    if (status === undefined || status === row.status)
      throw conflict('A matrícula já está assim.', 'enrolment_settled');
    if (status === 'ativa') refuseFull(await heldClass(within, row.turma_id), 1);
    await setEnrollments(tx, ctx.now(), [id], status);
    const { user_id: userId, turma_id: turmaId, turma } = row;
    await notifyOfEnrollment(tx, ctx.now(), { userId, turmaId, turma, status });
    await audit(within, 'class-enrolment', `user:${row.user_id}`, {
      antes: { turma: row.turma, situacao: row.status },
      depois: { turma: row.turma, situacao: status },
    });
    return { turma_aluno_id: id, turma_id: row.turma_id, status };
  });
  ctx.wake();
  return answer;
}

async function enrollmentIn({ db, reach }: Ctx, id: number) {
  const row = await classesIn(db, reach)
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
    .select(['turma_alunos.id', 'turma_alunos.user_id', 'turma_alunos.status', 'turma_alunos.turma_id'])
    .select(['turmas.nome as turma', 'companies.timezone', 'companies.escola_id'])
    .where('turma_alunos.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos esta matrícula na sua escola.');
  return row;
}

async function transfer(ctx: Ctx, from: Awaited<ReturnType<typeof enrollmentIn>>, turmaId: number) {
  if (turmaId === from.turma_id) throw conflict('O aluno já está nesta turma.', 'enrolment_settled');
  const to = await heldClass(ctx, turmaId);
  if (to.escola_id !== from.escola_id)
    throw invalid('Escolha uma turma da mesma escola.', { turma_id: 'Outra escola' });
  const fresh = await notActive(ctx.db, turmaId, [from.user_id]);
  if (fresh.length === 0) throw conflict('O aluno já está nesta turma.', 'enrolment_settled');
  refuseFull(to, 1);
  // Not `concluida`: a student who changes classes has not finished the old one.
  await setEnrollments(ctx.db, ctx.now(), [from.id], 'trancada');
  const turma_aluno_id = await enroll(ctx, to, from.user_id, dayIn(from.timezone, ctx.now()));
  await notifyPerson(ctx.db, ctx.now(), {
    userId: from.user_id,
    category: 'aula',
    ...enrollmentMessages.moved(from.turma, to.nome),
    path: routes.pedagogico.gradesOfClass(turmaId, { parte: 'aulas' }),
  });
  await audit(ctx, 'class-transfer', `user:${from.user_id}`, {
    antes: { turma: from.turma },
    depois: { turma: to.nome },
  });
  return { turma_aluno_id, turma_id: turmaId, status: 'ativa' as const };
}

type Status = Schema['turma_alunos']['status'];

/**
 * Pauses, ends or resumes enrolments. A student who leaves keeps the lessons that have begun, and no later ones. The
 * caller notifies the student.
 *
 * @param ids of `turma_alunos`
 */
export async function setEnrollments(tx: Db, now: Date, ids: readonly number[], status: Status): Promise<void> {
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

/**
 * Today, if a lesson of the class has begun today; otherwise the day before, so that the student is not in today's attendance.
 */
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

/** Notifies a student of a change of the enrolment in one class. */
export const notifyOfEnrollment = (
  tx: Db,
  at: Date,
  { userId, turmaId, turma, status }: { userId: number; turmaId: number; turma: string; status: Status },
): Promise<boolean> =>
  notifyPerson(tx, at, {
    userId,
    category: 'aula',
    ...enrollmentMessages.notified[status](turma),
    path: routes.pedagogico.gradesOfClass(turmaId, { parte: 'aulas' }),
  });
