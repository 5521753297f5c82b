import type { z } from 'zod';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { notifyOfLessons } from './class-notices.ts';
import { refuseClashes } from './find-clashes.ts';
import type { addLessonInput, updateLessonInput } from './inputs.ts';
import { readSchoolLesson } from './school-class.ts';
import { classesIn } from './school-classes.ts';
import { requireTeacher } from './write-class.ts';
import { addLessons, lessonKind, moveLesson } from './write-lessons.ts';

type LessonChange = z.output<typeof updateLessonInput>;

/** A lesson lasts half a day at most, and is planned ten years ahead at most. */
const MAX_LENGTH_MS = DAY_MS / 2;
const MAX_AHEAD_MS = 3_650 * DAY_MS;

const lessonsIn = ({ db, reach }: Pick<Ctx, 'db' | 'reach'>) =>
  classesIn(db, reach)
    .innerJoin('aulas', 'aulas.turma_id', 'turmas.id')
    .select(['aulas.id', 'aulas.turma_id', 'aulas.inicio', 'aulas.fim', 'aulas.cancelada_em', 'aulas.sala'])
    .select([
      'aulas.link_reuniao',
      'aulas.professor_user_id',
      'companies.escola_id',
      'turmas.nome as turma',
      'companies.timezone',
    ]);
type Lesson = Awaited<ReturnType<ReturnType<typeof lessonsIn>['executeTakeFirstOrThrow']>>;

/** @throws Refusal 404 for another school's lesson */
async function lessonIn(ctx: Pick<Ctx, 'db' | 'reach'>, id: number): Promise<Lesson> {
  await locked(ctx.db, ctx.db.selectFrom('aulas').select('id').where('id', '=', id), 'update').execute();
  const row = await lessonsIn(ctx).where('aulas.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Não encontramos esta aula na sua escola.');
  return row;
}

/**
 * Moves a coming lesson, names who stands in, or gives it another room or link. Students are notified of a new time, once.
 *
 * @throws Refusal 404; 409 for a cancelled lesson, one that has begun and would move, an hour that the class holds, or,
 *   unless the office knows of it, a room or a teacher who is taken; 422 for a time in the past or a teacher of another school
 */
export async function updateLesson(ctx: Ctx, input: LessonChange) {
  const { id, inicio, fim, professor_id, sala, link_reuniao } = input;
  const lesson = await ctx.db.transaction().execute(async (tx) => {
    const before = await lessonIn({ ...ctx, db: tx }, id);
    if (before.cancelada_em !== null) throw conflict('Esta aula está cancelada.', 'lesson_cancelled');
    if (inicio !== undefined && fim !== undefined && (inicio !== before.inicio || fim !== before.fim)) {
      if (new Date(before.inicio) <= ctx.now()) throw conflict('Esta aula já começou.', 'lesson_begun');
      await checkTime(tx, ctx.now(), before.turma_id, id, { inicio, fim });
      await moveLesson(tx, id, { inicio, fim }, ctx.now().toISOString());
      await notifyOfLessons(tx, ctx.now(), 'aula_remarcada', [id], ctx.config.SCHOOL_TIME_ZONE);
    }
    if (professor_id) await requireTeacher(tx, before.escola_id, professor_id);
    const change = {
      ...(professor_id !== undefined && { professor_user_id: professor_id }),
      ...(sala !== undefined && { sala }),
      ...(link_reuniao !== undefined && { link_reuniao }),
    };
    if (Object.keys(change).length > 0) await tx.updateTable('aulas').set(change).where('id', '=', id).execute();
    const isKnown = input.mesmo_assim === true || !isElsewhere(before, input);
    await refuseClashes(tx, ctx.now(), before.turma_id, { ids: [id], isKnown });
    await audit(
      { ...ctx, db: tx },
      'lesson-update',
      `lesson:${id}`,
      await changesOf(tx, before, { ...change, inicio }),
    );
    return readSchoolLesson(tx, id);
  });
  ctx.wake();
  return lesson;
}

/** Whether a change puts a lesson at another hour, into another room, or gives it to somebody else. */
const isElsewhere = (before: Lesson, { inicio, fim, professor_id, sala }: LessonChange): boolean =>
  (inicio !== undefined && inicio !== before.inicio) ||
  (fim !== undefined && fim !== before.fim) ||
  (professor_id !== undefined && professor_id !== before.professor_user_id) ||
  (sala !== undefined && sala !== before.sala);

/** What the log tells. */
async function changesOf(db: Db, before: Lesson, after: Partial<Lesson>) {
  const nameOf = async (id: number | null | undefined) =>
    id ? (await db.selectFrom('users').select('full_name').where('id', '=', id).executeTakeFirst())?.full_name : null;
  const told = async (from: Partial<Lesson>): Promise<Values> => ({
    ...(after.inicio && from.inicio && { quando: whenIn(before.timezone, from.inicio) }),
    ...(after.professor_user_id !== undefined && { professor: (await nameOf(from.professor_user_id)) ?? null }),
    ...(after.sala !== undefined && { sala: from.sala ?? null }),
    ...(after.link_reuniao !== undefined && { link_reuniao: from.link_reuniao ?? null }),
  });
  const [antes, depois] = [await told(before), await told(after)];
  return { antes, depois };
}

const whenIn = (zone: string, instant: string) => `${formatDate(instant, zone)}, ${formatTime(instant, zone)}`;

interface Time {
  inicio: string;
  fim: string;
}

async function checkTime(tx: Db, now: Date, turmaId: number, id: number | null, { inicio, fim }: Time): Promise<void> {
  const [start, end] = [Date.parse(inicio), Date.parse(fim)];
  if (end <= start) throw invalid('O fim vem depois do início.', { fim: 'O fim vem depois do início' });
  if (end - start > MAX_LENGTH_MS) throw invalid('Uma aula dura até 12 horas.', { fim: 'Confira o horário' });
  if (start <= now.getTime()) throw invalid('Escolha um horário que ainda vem.', { inicio: 'Este horário já passou' });
  if (start - now.getTime() > MAX_AHEAD_MS) throw invalid('Escolha um dia mais próximo.', { inicio: 'Longe demais' });
  const clash = await tx
    .selectFrom('aulas')
    .select('id')
    .where('turma_id', '=', turmaId)
    .where('cancelada_em', 'is', null)
    .where('inicio', '<', fim)
    .where('fim', '>', inicio)
    .$if(id !== null, (query) => query.where('id', '!=', id ?? 0))
    .executeTakeFirst();
  if (clash) throw conflict('A turma já tem aula neste horário.', 'lesson_clash');
}

/**
 * Adds a lesson to a class.
 *
 * @param inPlaceOf the cancelled lesson that it makes up for
 *
 * @throws Refusal 404, 409 for an hour that the class holds or a second make-up, 422 for a time in the past
 */
export async function addLesson(
  ctx: Ctx,
  { id: turmaId, inicio, fim, titulo, mesmo_assim = false }: z.output<typeof addLessonInput>,
  inPlaceOf: number | null = null,
) {
  const lesson = await ctx.db.transaction().execute(async (tx) => {
    await locked(tx, tx.selectFrom('turmas').select('id').where('id', '=', turmaId), 'update').execute();
    const row = await classesIn(tx, ctx.reach)
      .select(['turmas.modalidade', 'turmas.nome', 'companies.timezone'])
      .where('turmas.id', '=', turmaId)
      .executeTakeFirst();
    if (!row) throw notFound('Não encontramos esta turma na sua escola.');
    await checkTime(tx, ctx.now(), turmaId, null, { inicio, fim });
    const { last } = await tx
      .selectFrom('aulas')
      .select(({ fn }) => fn.max('numero').as('last'))
      .where('turma_id', '=', turmaId)
      .executeTakeFirstOrThrow();
    const kind = { tipo: lessonKind(row.modalidade), from: (last ?? 0) + 1 };
    const [id = 0] = await addLessons(tx, turmaId, [{ inicio, fim, titulo }], kind);
    await refuseClashes(tx, ctx.now(), turmaId, { ids: [id], isKnown: mesmo_assim });
    if (inPlaceOf !== null) await markMakeUp(tx, id, inPlaceOf);
    await tx
      .updateTable('turmas')
      .set(({ eb }) => ({ aulas_total: eb('aulas_total', '+', 1) }))
      .where('id', '=', turmaId)
      .execute();
    await audit({ ...ctx, db: tx }, 'lesson-add', `lesson:${id}`, {
      depois: { turma: row.nome, quando: whenIn(row.timezone, inicio) },
    });
    return readSchoolLesson(tx, id);
  });
  ctx.wake();
  return lesson;
}

/** The class is locked, so no second one comes meanwhile. */
async function markMakeUp(tx: Db, id: number, inPlaceOf: number): Promise<void> {
  const known = await tx.selectFrom('aulas').select('id').where('repoe_aula_id', '=', inPlaceOf).executeTakeFirst();
  if (known) throw conflict('Esta aula já tem uma reposição marcada.', 'make_up_known');
  await tx.updateTable('aulas').set({ repoe_aula_id: inPlaceOf }).where('id', '=', id).execute();
}

/** Cancels a coming lesson. @throws Refusal 404, 409 for one that has begun or is cancelled */
export const cancelLesson = (ctx: Ctx, id: number, motivo: string | null) =>
  setCancelled(ctx, id, ctx.now().toISOString(), { motivo });

/** Takes the cancellation of a coming lesson back. @throws Refusal 404, 409 */
export const restoreLesson = (ctx: Ctx, id: number, isClashKnown: boolean) =>
  setCancelled(ctx, id, null, {}, isClashKnown);

async function setCancelled(ctx: Ctx, id: number, at: string | null, depois: Values, isClashKnown = true) {
  const lesson = await ctx.db.transaction().execute(async (tx) => {
    const before = await lessonIn({ ...ctx, db: tx }, id);
    if (new Date(before.inicio) <= ctx.now()) throw conflict('Esta aula já começou.', 'lesson_begun');
    if ((before.cancelada_em === null) === (at === null)) {
      throw conflict(at ? 'Esta aula já está cancelada.' : 'Esta aula não está cancelada.', 'lesson_settled');
    }
    if (at === null) await checkTime(tx, ctx.now(), before.turma_id, id, before);
    await tx.updateTable('aulas').set({ cancelada_em: at, dia_fechado_id: null }).where('id', '=', id).execute();
    await refuseClashes(tx, ctx.now(), before.turma_id, { ids: [id], isKnown: isClashKnown });
    if (at !== null) await notifyOfLessons(tx, ctx.now(), 'aula_cancelada', [id], ctx.config.SCHOOL_TIME_ZONE);
    const deed = at ? 'lesson-cancel' : 'lesson-restore';
    const quando = whenIn(before.timezone, before.inicio);
    await audit({ ...ctx, db: tx }, deed, `lesson:${id}`, { depois: { turma: before.turma, quando, ...depois } });
    return readSchoolLesson(tx, id);
  });
  ctx.wake();
  return lesson;
}
