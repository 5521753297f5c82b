import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { reachBy, reachesPerson } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { lateFeeBasisOf } from '../../money/finance/amount-due.ts';
import { billsAhead } from '../../money/finance/bill.ts';
import { sumBills } from '../../money/finance/bill-list.ts';
import { unitsOf as reckonedUnits } from '../../money/finance/school-bills.ts';
import { readErasureOf } from '../../operate/privacy/erasure.ts';
import { type PresenceStatus, presenceOf, withExcuses } from '../../study/pedagogico/grades.ts';
import { guardianInvitationOf } from './guardian-invitations.ts';
import { momentOf, seesBills, seesBillsOf } from './list-students.ts';
import { presentEvent, presentStudent } from './present.ts';
import { classesOf, eventsOf, lateOf, nextLessonsOf, type StudentRow, studentRows, unitsIn } from './queries.ts';

/** A student in reach. @throws Refusal 404, also for a student of a foreign unit */
export async function studentIn(db: Db, { reach }: Pick<Ctx, 'reach'>, id: number): Promise<StudentRow> {
  const row = await studentRows(db, reach).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Não encontramos este aluno na sua escola.');
  return row;
}

/** The head of a student's record. @throws Refusal 404 */
export async function readStudent(ctx: Ctx, id: number) {
  const { db, reach } = ctx;
  const row = await studentIn(db, ctx, id);
  const at = await momentOf(ctx);
  const [groups, late, frequencia, atraso, guardian, events, units, exclusao] = await Promise.all([
    classesOf(db, [id]),
    seesBills(ctx) ? lateOf(db, [id], at) : null,
    attendanceOf(ctx, id),
    lateSumOf(ctx, id),
    guardianAccessOf(ctx, id),
    eventsOf(db, id),
    unitsIn(db, reach),
    erasureOf(ctx, id, row.unit_id),
  ]);
  const lessons = await nextLessonsOf(db, groups, ctx.now().toISOString());
  const names = await closedClasses(
    db,
    events.flatMap(({ turmas }) => JSON.parse(turmas) as number[]),
  );
  return {
    ...presentStudent(row, groups, { late: late && (late.get(id) ?? 0), lessons, today: at.today }),
    frequencia,
    atraso_centavos: atraso,
    parcelas_a_vencer: await billsToCome(ctx, id, row.unit_id),
    convidado_em: row.mailed_at,
    impresso_em: row.printed_at,
    // The account of the guardian who sees this minor.
    conta_do_responsavel: guardian.conta,
    convite_do_responsavel: guardian.convite,
    exclusao,
    historico: events.map((event) => presentEvent(event, names)),
    // Open units of the school, and the student's own.
    unidades: units
      .filter((unit) => unit.escola_id === row.escola_id && (unit.encerrada_em === null || unit.id === row.unit_id))
      .map(({ id, nome }) => ({ id, nome })),
  };
}

/** The request for erasure; the debt is only shown to readers who may see the bills there. */
async function erasureOf(ctx: Ctx, id: number, unitId: number) {
  const wish = await readErasureOf(ctx.db, id);
  if (!wish) return null;
  const reach = seesBillsOf(ctx, unitId) ? reachBy(ctx.session, ['financeiro']) : null;
  if (!reach) return { ...wish, parcelas_abertas: null, devido_centavos: null };
  const units = await reckonedUnits(ctx.db, reach, ctx.config, ctx.now());
  const { a_receber_centavos } = await sumBills(ctx.db, units, { userIds: [id] });
  return { ...wish, devido_centavos: a_receber_centavos };
}

/** The total of the late bills today. Null without the right to see them there. */
async function lateSumOf({ db, config, session, now }: Ctx, id: number): Promise<number | null> {
  const reach = reachBy(session, ['financeiro']);
  if (!reach) return null;
  const units = await reckonedUnits(db, reach, config, now());
  const { a_receber_centavos } = await sumBills(db, units, { estado: 'vencidas', userIds: [id] });
  return a_receber_centavos;
}

/** The number of bills that the end of the course would cancel. */
async function billsToCome(ctx: Ctx, id: number, unitId: number): Promise<number | null> {
  if (!seesBillsOf(ctx, unitId)) return null;
  const basis = await lateFeeBasisOf(ctx, ctx.db, unitId, ctx.now());
  const { fn } = ctx.db;
  const row = await billsAhead(ctx.db, id, unitId, basis).select(fn.countAll().as('many')).executeTakeFirst();
  return Number(row?.many ?? 0);
}

const ABSENCES_SHOWN = 5;

/** Attendance in the active classes, with the last absences; null before the first record. */
async function attendanceOf({ db, now }: Ctx, id: number) {
  const [recorded, excuses] = await Promise.all([
    lessonsOf(db, 'presencas', id, now()).select('presencas.status').execute(),
    lessonsOf(db, 'ausencias', id, now()).where('ausencias.status', '=', 'justificada').execute(),
  ]);
  if (recorded.length === 0) return null;
  const lessons = new Map([...excuses, ...recorded].map((lesson) => [lesson.aula_id, lesson]));
  const found = withExcuses(recorded as { aula_id: number; status: PresenceStatus }[], excuses);
  const { percentual, presencas, faltas, justificadas = 0 } = presenceOf(found.size, [...found.values()]);
  const ultimas = [...found]
    .flatMap(([aula_id, status]) => {
      const lesson = lessons.get(aula_id);
      return lesson && (status === 'falta' || status === 'justificada') ? [{ ...lesson, status }] : [];
    })
    .toSorted((one, other) => other.inicio.localeCompare(one.inicio))
    .slice(0, ABSENCES_SHOWN);
  return { percentual, presencas, faltas, justificadas, ultimas };
}

/** The past lessons in a student's active classes, each with a row of this table. */
const lessonsOf = (db: Db, table: 'presencas' | 'ausencias', id: number, now: Date) =>
  db
    .selectFrom(table)
    .innerJoin('turma_alunos', 'turma_alunos.id', `${table}.turma_aluno_id`)
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('aulas', 'aulas.id', `${table}.aula_id`)
    .select(['aulas.id as aula_id', 'aulas.inicio', 'turmas.nome as turma'])
    .where('turma_alunos.user_id', '=', id)
    .where(isInClass)
    .where('aulas.fim', '<=', now.toISOString())
    .where('aulas.cancelada_em', 'is', null);

/**
 * The guardian's account, and the progress of her invitation. Out of reach, the account has no id, and its name is that in the
 * child's record.
 */
async function guardianAccessOf(ctx: Ctx, id: number) {
  const found = await guardianInvitationOf(ctx, id);
  const { account = null, nome = '', convite = null } = found ?? {};
  const isReached = account !== null && (await reachesPerson(ctx.db, ctx.reach, account.id));
  return {
    conta: account && !isReached ? { id: null, nome, ultimo_acesso: null, bloqueada: false } : account,
    convite,
  };
}

/** The names of classes, by the id of the enrolment. */
async function closedClasses(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .select(['turma_alunos.id', 'turmas.nome'])
    .where('turma_alunos.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, nome }) => [id, nome]));
}
