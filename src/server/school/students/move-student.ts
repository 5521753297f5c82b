import type { z } from 'zod';
import { routes } from '#lib/routes.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import { enrollmentMessages } from '#lib/words/pedagogico.ts';
import { studentMessages } from '#lib/words/students.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { refuseClosedUnit, requireOpenUnit } from '../../core/http/open-unit.ts';
import { requireReauthenticationAbove } from '../../core/http/reauthentication.ts';
import { conflict, forbidden, invalid } from '../../core/http/refusal.ts';
import { endAccess, setBlock } from '../../identity/account/change-access.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { cancelBillsAhead, moveBills, reopenBills } from '../../money/finance/bill.ts';
import { notifyOfEnrollment, setEnrollments } from '../../study/teaching/enroll-students.ts';
import type { endCourseInput, moveStudentInput } from './inputs.ts';
import { seesBillsOf } from './list-students.ts';
import { unitsIn } from './queries.ts';
import { readStudent, studentIn } from './read-student.ts';

/**
 * Moves a student to another unit of the same school. Points, books and grades stay with the person; future bills of the course
 * go to the new unit (0110).
 *
 * @throws Refusal 404, 409 for the same unit and for a registration number that exists there, 422 for a unit out of reach or a
 *   closed one
 */
export async function moveStudent(
  ctx: Ctx,
  { id, unidade_id, motivo, encerrar_turmas }: z.output<typeof moveStudentInput>,
) {
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const before = await studentIn(tx, ctx, id);
    const unit = (await unitsIn(tx, ctx.reach)).find((each) => each.id === unidade_id);
    if (!unit || unit.escola_id !== before.escola_id) {
      throw invalid('Escolha uma unidade da mesma escola.', { unidade_id: 'Escolha a unidade' });
    }
    if (unit.id === before.unit_id) throw conflict('O aluno já é desta unidade.', 'same_unit');
    await requireOpenUnit(tx, unit.id);
    const taken = await tx
      .selectFrom('drive_users')
      .select('id')
      .where('company_id', '=', unit.id)
      .where('matricula', '=', before.matricula)
      .executeTakeFirst();
    if (taken) throw conflict(`A matrícula ${before.matricula} já é de outro aluno da unidade ${unit.nome}.`);
    const moved = await tx
      .updateTable('drive_users')
      .set({ company_id: unit.id })
      .where('id', '=', before.drive_user_id)
      .where('company_id', '=', before.unit_id)
      .returning('id')
      .executeTakeFirst();
    if (!moved) throw conflict('Alguém mudou este aluno de unidade agora mesmo. Abra a página de novo.');
    const left = encerrar_turmas ? await closeClasses(within, id, 'trancada', before.unit_id) : [];
    const turmas = left.map((each) => each.id);
    await notifyPerson(tx, ctx.now(), {
      userId: id,
      category: 'aula',
      ...enrollmentMessages.unitMoved(
        unit.nome,
        left.map(({ nome }) => nome),
      ),
      path: routes.pedagogico.list(),
    });
    const parcelas = await moveBills(ctx, tx, id, { from: before.unit_id, to: unit.id });
    await noteEvent(within, id, { kind: 'unidade', motivo, turmas, units: [before.unit_id, unit.id] });
    await audit(within, 'student-move', `user:${id}`, {
      antes: { unidade: before.unidade },
      depois: { unidade: unit.nome, motivo: motivo ?? null, parcelas },
    });
    return readStudent(within, id);
  });
}

/**
 * Ends the course of a student: the active classes, the future bills if requested, and the access, unless it stays for bills and
 * grades.
 *
 * @throws Refusal 404, 409 if it has ended, 403 for the user's own account, and for bills without the right; 403 `proof_needed`
 *   if it cancels bills above the school's limit
 */
export async function endCourse(
  ctx: Ctx,
  { id, motivo, concluiu, manter_acesso, cancelar_parcelas }: z.output<typeof endCourseInput>,
) {
  if (id === ctx.session.userId) throw forbidden('Você não encerra o próprio curso.');
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const before = await studentIn(tx, ctx, id);
    if (cancelar_parcelas && !seesBillsOf(ctx, before.unit_id)) throw forbidden(studentMessages.noBills);
    const encerrado_em = dayIn(ctx.config.SCHOOL_TIME_ZONE, ctx.now());
    const ended = await tx
      .updateTable('drive_users')
      .set({ encerrado_em })
      .where('id', '=', before.drive_user_id)
      .where('encerrado_em', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw conflict('O curso deste aluno já foi encerrado.', 'ended');
    const status = concluiu ? 'concluida' : 'trancada';
    const left = await closeClasses(within, id, status);
    const turmas = left.map((each) => each.id);
    for (const { turmaId, nome } of manter_acesso ? left : []) {
      await notifyOfEnrollment(tx, ctx.now(), { userId: id, turmaId, turma: nome, status });
    }
    const cancelled = cancelar_parcelas
      ? await cancelBillsAhead(ctx, tx, id, before.unit_id)
      : { ids: [], centavos: 0 };
    await requireReauthenticationAbove(ctx, tx, { centavos: cancelled.centavos });
    const parcelas = cancelled.ids;
    await notifyOfBills(within, id, parcelas, ['aberta', 'cancelada'], motivo);
    const bloqueou = !manter_acesso && (await endAccess(within, id));
    await noteEvent(within, id, { kind: 'fim', motivo, turmas, parcelas, bloqueou, units: [before.unit_id, null] });
    await audit(within, 'course-end', `user:${id}`, {
      antes: { encerrado_em: null },
      depois: { encerrado_em, motivo, turmas: turmas.length, parcelas: parcelas.length },
    });
    return readStudent(within, id);
  });
}

/** Reverts the end of a course. @throws Refusal 404, 409 if the course is active, and in a closed unit */
export async function resumeCourse(ctx: Ctx, id: number) {
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const before = await studentIn(tx, ctx, id);
    await refuseClosedUnit(tx, before.unit_id);
    const resumed = await tx
      .updateTable('drive_users')
      .set({ encerrado_em: null })
      .where('id', '=', before.drive_user_id)
      .where('encerrado_em', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!resumed) throw conflict('O curso deste aluno não está encerrado.', 'not_ended');
    const end = await tx
      .selectFrom('student_events')
      .selectAll()
      .where('user_id', '=', id)
      .where('kind', '=', 'fim')
      .where('desfeito_em', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    const closed = end ? (JSON.parse(end.turmas) as number[]) : [];
    const opened = await reopenClasses(within, closed);
    const bills = await reopenBills(tx, id, end ? (JSON.parse(end.parcelas) as number[]) : []);
    await notifyOfBills(within, id, bills, ['cancelada', 'aberta']);
    if (end) {
      const desfeito_em = ctx.now().toISOString();
      await tx.updateTable('student_events').set({ desfeito_em }).where('id', '=', end.id).execute();
    }
    if (end?.bloqueou) await setBlock(within, id, false);
    await audit(within, 'course-resume', `user:${id}`, {
      antes: { encerrado_em: before.encerrado_em },
      depois: { encerrado_em: null, turmas: opened, parcelas: bills.length },
    });
    return readStudent(within, id);
  });
}

/** Ends the active enrolments, in one unit's classes or in all. @returns their ids, and the names of the classes */
async function closeClasses({ db, now }: Ctx, userId: number, status: 'trancada' | 'concluida', unitId?: number) {
  const rows = await db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .select(['turma_alunos.id', 'turmas.nome', 'turmas.id as turmaId'])
    .where('turma_alunos.user_id', '=', userId)
    .where(isInClass)
    .$if(unitId !== undefined, (query) => query.where('turmas.company_id', '=', unitId ?? 0))
    .orderBy('turma_alunos.id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await setEnrollments(db, now(), ids, status);
  return rows;
}

/** Reopens enrolments whose class is still active, and notifies the student. @returns how many */
async function reopenClasses({ db, now }: Ctx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .select(['turma_alunos.id', 'turma_alunos.user_id as userId', 'turmas.id as turmaId', 'turmas.nome as turma'])
    .where('turma_alunos.id', 'in', ids)
    .where('turmas.status', 'in', ['ativa', 'futura'])
    .execute();
  const status = 'ativa';
  const known = rows.map(({ id }) => id);
  await setEnrollments(db, now(), known, status);
  for (const row of rows) await notifyOfEnrollment(db, now(), { ...row, status });
  return rows.length;
}

/** Adds the effect of the course's end to each bill's own history. */
async function notifyOfBills(
  ctx: Ctx,
  userId: number,
  ids: readonly number[],
  [from, to]: readonly ['aberta' | 'cancelada', 'aberta' | 'cancelada'],
  motivo: string | null = null,
): Promise<void> {
  const { billStates } = officeMessages;
  for (const id of ids) {
    const antes = { status: billStates[from] };
    const depois = { status: billStates[to], ...(motivo && { motivo }) };
    await audit(ctx, to === 'cancelada' ? 'bill-cancel' : 'bill-reopen', `bill:${id}`, {
      about: userId,
      antes,
      depois,
    });
  }
}

interface Event {
  kind: 'unidade' | 'fim';
  motivo?: string | null;
  turmas: readonly number[];
  parcelas?: readonly number[];
  bloqueou?: boolean;
  /** The former and the new unit. */
  units: readonly [number, number | null];
}

async function noteEvent(
  { db, now, session }: Ctx,
  userId: number,
  { kind, motivo = null, turmas, parcelas = [], bloqueou = false, units: [from, to] }: Event,
): Promise<void> {
  await db
    .insertInto('student_events')
    .values({
      ...{ user_id: userId, kind, created_at: now().toISOString(), por_user_id: session.userId },
      ...{ de_company_id: from, para_company_id: to, motivo, turmas: JSON.stringify(turmas), bloqueou },
      parcelas: JSON.stringify(parcelas),
      desfeito_em: null,
    })
    .execute();
}
