import type { z } from 'zod';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import type { LessonTime } from '#lib/rules/teaching/timetable.ts';
import { instantAt } from '#lib/rules/time/instants.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { readUndoToken } from '../../core/http/undo.ts';
import { notifyTeachers } from '../pedagogico/teacher-notices.ts';
import { notifyOfLessons, notifyOfRestored } from './class-notices.ts';
import { refuseClashes } from './find-clashes.ts';
import type { addLessonInput, updateLessonsInput } from './inputs.ts';
import { classTeacherThen } from './lesson-teacher.ts';
import { namesOf } from './read-lesson.ts';
import { readSchoolLesson } from './school-class.ts';
import { classesIn } from './school-classes.ts';
import { requireTeacher } from './write-class.ts';
import { addLessons, lessonKind, moveLesson } from './write-lessons.ts';

type LessonChange = z.output<typeof updateLessonsInput>;

/** Max. length of a lesson; and, below, how far ahead it may be planned. */
const MAX_LENGTH_MS = DAY_MS / 2;
const MAX_AHEAD_MS = 3_650 * DAY_MS;

const lessonsIn = ({ db, reach }: Pick<Ctx, 'db' | 'reach'>) =>
  classesIn(db, reach)
    .innerJoin('aulas', 'aulas.turma_id', 'turmas.id')
    .select(['aulas.id', 'aulas.turma_id', 'aulas.inicio', 'aulas.fim', 'aulas.cancelada_em', 'aulas.sala'])
    .select(['aulas.inicio_previsto', 'aulas.movida_em', 'aulas.dia_fechado_id'])
    .select(classTeacherThen.as('professor_da_turma'))
    .select([
      'aulas.link_reuniao',
      'aulas.professor_user_id',
      'companies.escola_id',
      'turmas.nome as turma',
      'companies.timezone',
    ]);
type Lesson = Awaited<ReturnType<ReturnType<typeof lessonsIn>['executeTakeFirstOrThrow']>>;

/** A lesson, if it is there and in reach. */
async function findLesson(ctx: Pick<Ctx, 'db' | 'reach'>, id: number): Promise<Lesson | undefined> {
  await locked(ctx.db, ctx.db.selectFrom('aulas').select('id').where('id', '=', id), 'update').execute();
  return lessonsIn(ctx).where('aulas.id', '=', id).executeTakeFirst();
}

/** @throws Refusal 404 for another school's lesson */
async function lessonIn(ctx: Pick<Ctx, 'db' | 'reach'>, id: number): Promise<Lesson> {
  const row = await findLesson(ctx, id);
  if (!row) throw notFound('Não encontramos esta aula na sua escola.');
  return row;
}

/** The columns that an operation may change and `undoLessons` restores. */
const columns = [
  ...(['inicio', 'fim', 'inicio_previsto', 'movida_em', 'cancelada_em', 'dia_fechado_id'] as const),
  ...(['professor_user_id', 'sala', 'link_reuniao'] as const),
] as const;
type State = Pick<Lesson, (typeof columns)[number]>;
const stateOf = (lesson: Lesson): State =>
  Object.fromEntries(columns.map((column) => [column, lesson[column]])) as unknown as State;

interface Before {
  id: number;
  was: State;
  /** The state after the action; the undo checks that nobody changed it since. */
  now: State;
}

const CALL = 'lesson-update';

/** Moves, changes, cancels or restores some lessons; each is done or refused separately. */
export async function updateLessons(ctx: Ctx, input: LessonChange): Promise<EachAnswer> {
  const answer = await onceForEach<Before>(ctx, CALL, input, async (tx, id) => {
    const within = { ...ctx, db: tx };
    const before = await lessonIn(within, id);
    const { cancelada, motivo } = input;
    if (cancelada === undefined) await changeLesson(within, before, input);
    else await setCancelled(within, before, cancelada, { motivo, isClashKnown: input.mesmo_assim === true });
    return {
      id,
      was: stateOf(before),
      now: stateOf(await lessonsIn(within).where('aulas.id', '=', id).executeTakeFirstOrThrow()),
    };
  });
  ctx.wake();
  return answer;
}

/**
 * Moves a future lesson, sets a substitute, or gives it another room or link. Students are notified of a new time, once.
 *
 * @throws Refusal 404; 409 for a cancelled lesson, one that has begun and would move, an hour at which the class has a lesson,
 *   or, unless the office confirmed it, a conflict of room or teacher; 422 for a time in the past or a teacher of another school
 */
async function changeLesson(ctx: Ctx, before: Lesson, input: LessonChange): Promise<void> {
  const { db: tx } = ctx;
  const { id } = before;
  const { sala, link_reuniao } = input;
  // The teacher of the class is no substitute.
  const professor_id = input.professor_id === before.professor_da_turma ? null : input.professor_id;
  if (before.cancelada_em !== null) throw conflict('Esta aula está cancelada.', 'lesson_cancelled');
  const time = input.dia === undefined ? null : timeIn(before.timezone, input);
  const isMoved = time !== null && (time.inicio !== before.inicio || time.fim !== before.fim);
  if (isMoved) {
    if (new Date(before.inicio) <= ctx.now()) throw conflict('Esta aula já começou.', 'lesson_begun');
    await checkTime(tx, ctx.now(), before.turma_id, id, time);
    await moveLesson(tx, id, time, ctx.now().toISOString());
    await notifyOfLessons(tx, ctx.now(), 'aula_remarcada', [id], ctx.config.SCHOOL_TIME_ZONE, before.inicio);
  }
  if (input.professor_id) await requireTeacher(tx, before.escola_id, input.professor_id);
  const change = {
    ...(professor_id !== undefined && { professor_user_id: professor_id }),
    ...(sala !== undefined && { sala }),
    ...(link_reuniao !== undefined && { link_reuniao }),
  };
  if (Object.keys(change).length > 0) await tx.updateTable('aulas').set(change).where('id', '=', id).execute();
  await notifyOfTeacher(ctx, before, { isMoved, professor_user_id: professor_id });
  const isElsewhere =
    isMoved ||
    (professor_id !== undefined && professor_id !== before.professor_user_id) ||
    (sala !== undefined && sala !== before.sala);
  const isKnown = input.mesmo_assim === true || !isElsewhere;
  await refuseClashes(tx, ctx.now(), before.turma_id, { ids: [id], isKnown });
  await audit(ctx, 'lesson-update', `lesson:${id}`, await changesOf(tx, before, { ...change, ...(isMoved && time) }));
}

/** Notifies the teacher of a moved lesson, or both teachers of a changed substitution. */
async function notifyOfTeacher(
  ctx: Ctx,
  { id, professor_user_id: stored, professor_da_turma: usual }: Lesson,
  { isMoved, professor_user_id: next }: { isMoved: boolean; professor_user_id: number | null | undefined },
): Promise<void> {
  const was = stored ?? usual;
  const is = next === undefined ? was : (next ?? usual);
  if (is === was) {
    if (isMoved) await notifyTeachers(ctx, 'remarcada', [id]);
    return;
  }
  await notifyTeachers(ctx, 'entregue', [id], was);
  await notifyTeachers(ctx, 'recebida', [id]);
}

/** The times of a lesson, by the clock of its unit. @throws Refusal 422 */
export function timeIn(zone: string, { dia = '', hora_inicio = '', hora_fim = '' }: Clocks): LessonTime {
  const [inicio, fim] = [instantAt(dia, hora_inicio, zone), instantAt(dia, hora_fim, zone)];
  if (!inicio || !fim) throw invalid('Preencha o dia e os horários.', { dia: 'Preencha o dia e os horários' });
  return { inicio, fim };
}

interface Clocks {
  dia?: string | undefined;
  hora_inicio?: string | undefined;
  hora_fim?: string | undefined;
}

/** Restores lessons that the sender changed within the last minute. Lessons that changed since are skipped. */
export async function undoLessons(ctx: Ctx, token: string) {
  const before = readUndoToken<Before[]>(ctx, CALL, token);
  const ids = await ctx.db.transaction().execute(async (tx) => {
    const undone: number[] = [];
    for (const each of before) if (await undoLesson({ ...ctx, db: tx }, each)) undone.push(each.id);
    return undone;
  });
  ctx.wake();
  return { ids };
}

async function undoLesson(ctx: Ctx, { id, was, now }: Before): Promise<boolean> {
  const lesson = await findLesson(ctx, id);
  // A new timetable may have removed it meanwhile.
  if (!lesson) return false;
  const isSame = columns.every((column) => lesson[column] === now[column]);
  if (!isSame || (await holdsHour(ctx.db, lesson.turma_id, id, was))) return false;
  await ctx.db.updateTable('aulas').set(was).where('id', '=', id).execute();
  const isMoved = was.inicio !== now.inicio || was.fim !== now.fim;
  // Everybody notified of the new time is notified of the restored one.
  if (isMoved)
    await notifyOfLessons(ctx.db, ctx.now(), 'aula_remarcada', [id], ctx.config.SCHOOL_TIME_ZONE, now.inicio);
  await notifyOfTeacher(ctx, lesson, { isMoved, professor_user_id: was.professor_user_id });
  if (was.cancelada_em === null && now.cancelada_em !== null) await notifyThatItTakesPlace(ctx, lesson);
  if (was.cancelada_em !== null && now.cancelada_em === null) await notifyOfCancelled(ctx, [id]);
  const quando = whenIn(lesson.timezone, was.inicio);
  const action =
    was.cancelada_em === now.cancelada_em ? 'lesson-update' : was.cancelada_em ? 'lesson-cancel' : 'lesson-restore';
  const values =
    action === 'lesson-update' ? await changesOf(ctx.db, lesson, was) : { depois: { turma: lesson.turma, quando } };
  await audit(ctx, action, `lesson:${id}`, values);
  return true;
}

async function notifyThatItTakesPlace(ctx: Ctx, lesson: Lesson): Promise<void> {
  await notifyOfRestored(ctx.db, ctx.now(), lesson, ctx.config.SCHOOL_TIME_ZONE);
  await notifyTeachers(ctx, 'mantida', [lesson.id]);
}

async function notifyOfCancelled(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await notifyOfLessons(ctx.db, ctx.now(), 'aula_cancelada', ids, ctx.config.SCHOOL_TIME_ZONE);
  await notifyTeachers(ctx, 'cancelada', ids);
}

/** The change for the log. */
async function changesOf(db: Db, before: Lesson, after: Partial<Lesson>) {
  const names = await namesOf(db, [before.professor_user_id, after.professor_user_id ?? null]);
  const valuesOf = (from: Partial<Lesson>): Values => ({
    ...(after.inicio && from.inicio && { quando: whenIn(before.timezone, from.inicio) }),
    ...(after.professor_user_id !== undefined && { professor: names.get(from.professor_user_id ?? 0) ?? null }),
    ...(after.sala !== undefined && { sala: from.sala ?? null }),
    ...(after.link_reuniao !== undefined && { link_reuniao: from.link_reuniao ?? null }),
  });
  return { antes: valuesOf(before), depois: valuesOf(after) };
}

const whenIn = (zone: string, instant: string) => `${formatDate(instant, zone)}, ${formatTime(instant, zone)}`;

async function checkTime(tx: Db, now: Date, turmaId: number, id: number | null, time: LessonTime): Promise<void> {
  const [start, end] = [Date.parse(time.inicio), Date.parse(time.fim)];
  if (end <= start) throw invalid('O fim vem depois do início.', inTime('fim', 'O fim vem depois do início'));
  if (end - start > MAX_LENGTH_MS) throw invalid('Uma aula dura até 12 horas.', inTime('fim', 'Confira o horário'));
  if (start <= now.getTime())
    throw invalid('Escolha um horário que ainda vem.', inTime('inicio', 'Este horário já passou'));
  if (start - now.getTime() > MAX_AHEAD_MS)
    throw invalid('Escolha um dia mais próximo.', inTime('inicio', 'Longe demais'));
  if (await holdsHour(tx, turmaId, id, time)) throw conflict('A turma já tem aula neste horário.', 'lesson_clash');
}

/** Forms of the office send a day and clock times, those of teachers instants. */
const inTime = (end: 'inicio' | 'fim', words: string) => ({
  [end]: words,
  [end === 'fim' ? 'hora_fim' : 'dia']: words,
});

/** Whether the class has another lesson at that time. */
export async function holdsHour(
  db: Db,
  turmaId: number,
  id: number | null,
  { inicio, fim }: LessonTime,
): Promise<boolean> {
  const other = await db
    .selectFrom('aulas')
    .select('id')
    .where('turma_id', '=', turmaId)
    .where('cancelada_em', 'is', null)
    .where('inicio', '<', fim)
    .where('fim', '>', inicio)
    .$if(id !== null, (query) => query.where('id', '!=', id ?? 0))
    .executeTakeFirst();
  return other !== undefined;
}

interface NewLesson extends LessonTime {
  /** The id of the class. */
  id: number;
  titulo?: string | null | undefined;
  mesmo_assim?: boolean | undefined;
}

/** Adds a lesson to a class, by the clock of its unit. @throws Refusal as `addLesson` */
export async function addOfficeLesson(
  ctx: Ctx,
  { id, titulo, mesmo_assim, ...clocks }: z.output<typeof addLessonInput>,
) {
  const row = await classesIn(ctx.db, ctx.reach)
    .select('companies.timezone')
    .where('turmas.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos esta turma na sua escola.');
  return addLesson(ctx, { id, titulo, mesmo_assim, ...timeIn(row.timezone, clocks) });
}

/**
 * Adds a lesson to a class.
 *
 * @param inPlaceOf the cancelled lesson that it makes up for
 * @throws Refusal 404, 409 for an hour at which the class has a lesson or a second make-up, 422 for a time in the past
 */
export async function addLesson(
  ctx: Ctx,
  { id: turmaId, inicio, fim, titulo, mesmo_assim = false }: NewLesson,
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

/** The class is locked, so no second make-up can be added meanwhile. */
async function markMakeUp(tx: Db, id: number, inPlaceOf: number): Promise<void> {
  const known = await tx.selectFrom('aulas').select('id').where('repoe_aula_id', '=', inPlaceOf).executeTakeFirst();
  if (known) throw conflict('Esta aula já tem uma reposição marcada.', 'make_up_known');
  await tx.updateTable('aulas').set({ repoe_aula_id: inPlaceOf }).where('id', '=', id).execute();
}

/** Cancels a future lesson. @throws Refusal 404, 409 for one that has begun or is cancelled */
export async function cancelLesson(ctx: Ctx, id: number, motivo: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    await setCancelled(within, await lessonIn(within, id), true, { motivo, isClashKnown: true });
  });
  ctx.wake();
}

/** Cancels a future lesson, or restores it. Students are notified of both, once. @throws Refusal 409 */
async function setCancelled(
  ctx: Ctx,
  before: Lesson,
  isCancelled: boolean,
  { motivo, isClashKnown }: { motivo: string | null | undefined; isClashKnown: boolean },
): Promise<void> {
  const { db: tx } = ctx;
  const { id, turma } = before;
  if (new Date(before.inicio) <= ctx.now()) throw conflict('Esta aula já começou.', 'lesson_begun');
  if ((before.cancelada_em !== null) === isCancelled) {
    throw conflict(isCancelled ? 'Esta aula já está cancelada.' : 'Esta aula não está cancelada.', 'lesson_settled');
  }
  if (!isCancelled) await checkTime(tx, ctx.now(), before.turma_id, id, before);
  const cancelada_em = isCancelled ? ctx.now().toISOString() : null;
  await tx.updateTable('aulas').set({ cancelada_em, dia_fechado_id: null }).where('id', '=', id).execute();
  if (!isCancelled) {
    await refuseClashes(tx, ctx.now(), before.turma_id, { ids: [id], isKnown: isClashKnown });
    await notifyThatItTakesPlace(ctx, before);
  } else await notifyOfCancelled(ctx, [id]);
  const quando = whenIn(before.timezone, before.inicio);
  const depois = { turma, quando, ...(isCancelled && { motivo: motivo ?? null }) };
  await audit(ctx, isCancelled ? 'lesson-cancel' : 'lesson-restore', `lesson:${id}`, { depois });
}
