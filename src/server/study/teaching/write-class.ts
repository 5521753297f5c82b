import type { ClassInput } from '#lib/contract/teaching-classes.schema.ts';
import { weekdays } from '#lib/format/schedule.ts';
import {
  closedDaysOf,
  hasOverlap,
  type LessonTime,
  lessonTimes,
  MAX_LESSONS,
  type Plan,
  relay,
} from '#lib/rules/teaching/timetable.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireOpenUnit } from '../../core/http/open-unit.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import { booksOfSchool } from '../books/read-books.ts';
import { notifyOfClass, notifyOfTimetable } from '../pedagogico/teacher-notices.ts';
import { type Closed, closedDaysOfUnit } from './closed-days.ts';
import { findClashes, refuseClashes } from './find-clashes.ts';
import { keepTeacher } from './lesson-teacher.ts';
import { readSchoolClass } from './school-class.ts';
import { classIn, type SchoolClassRow, slotsOf, teachersIn } from './school-classes.ts';
import {
  addLessons,
  changeLessonKinds,
  comingLessons,
  heldHours,
  isFair,
  lessonKind,
  writeRelaid,
} from './write-lessons.ts';

interface Unit {
  id: number;
  escola_id: number;
  timezone: string;
}

/** A class from the office's form, checked against the office's reach. */
interface Planned {
  unit: Unit;
  plan: Plan;
  closed: Closed;
}

/**
 * Creates a class with all its lessons.
 *
 * @throws Refusal 409 for a name that exists in the unit, or for a conflict of room or teacher, unless the office confirmed it;
 *   422 for a foreign or closed unit, an unknown book or teacher, overlapping hours, or a plan without lessons
 */
export async function createClass(ctx: Ctx, input: ClassInput) {
  const id = await ctx.db.transaction().execute(async (tx) => {
    const { unit, plan } = await checked(tx, ctx.reach, input);
    await requireOpenUnit(tx, unit.id);
    await holdName(tx, unit.id, input.nome, null);
    const times = lessonTimes(plan);
    refuseUnfair(times);
    const made = await tx
      .insertInto('turmas')
      .values({
        ...columnsOf(input),
        status: stateAt(input, dayIn(unit.timezone, ctx.now())),
        aulas_total: times.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeSlots(tx, made.id, input.horarios);
    await addLessons(tx, made.id, times, { tipo: lessonKind(input.modalidade), from: 1 });
    await refuseClashes(tx, ctx.now(), made.id, { isKnown: input.mesmo_assim === true });
    await audit({ ...ctx, db: tx }, 'class-create', `class:${made.id}`, {
      depois: { nome: input.nome, aulas: times.length },
    });
    await notifyOfClass({ ...ctx, db: tx }, { to: input.professor_id }, { id: made.id, nome: input.nome });
    return made.id;
  });
  return readSchoolClass(ctx, id);
}

/** The effect of saving on the lessons. @throws Refusal 404, 409, 422 as saving does */
export async function previewClass(ctx: Ctx, id: number | undefined, input: ClassInput) {
  const { unit, plan, closed } = await checked(ctx.db, ctx.reach, input);
  const times = lessonTimes(plan);
  refuseUnfair(times);
  const row = id === undefined ? undefined : await classIn(ctx.db, ctx.reach, id);
  if (id !== undefined && !row) throw missing();
  const held = id === undefined ? [] : await heldHours(ctx.db, id, ctx.now());
  const coming = id === undefined ? [] : await comingLessons(ctx.db, id, ctx.now());
  const planned = free(times, held, ctx.now(), id);
  const { moved, added, dropped } = relay(coming, planned);
  const numbers = new Map(coming.map(({ id: lesson, numero }) => [lesson, numero]));
  return {
    aulas: times.length,
    primeira: times[0] ?? null,
    ultima: times.at(-1) ?? null,
    // Skipped days: national holidays and closed days of the unit.
    sem_aula: closedDaysOf(plan).map((dia) => ({ dia, motivo: closed(dia) ?? '' })),
    mudam: moved.map(({ id: lesson, from, to }) => ({
      id: lesson,
      numero: numbers.get(lesson) ?? 0,
      de: from,
      para: to,
    })),
    entram: added,
    saem: dropped.map(({ id: lesson, inicio, fim }) => ({
      ...{ id: lesson, inicio, fim },
      numero: numbers.get(lesson) ?? 0,
    })),
    choques:
      row && !isElsewhere(row, await slotsOf(ctx.db, [row.id]), input)
        ? []
        : await clashesOf(ctx, unit, planned, input, id),
  };
}

/** The clashes of future lessons at these hours. */
function clashesOf(ctx: Ctx, unit: Unit, times: readonly LessonTime[], input: ClassInput, id: number | undefined) {
  const sala = lessonKind(input.modalidade) === 'presencial' ? (input.sala ?? null) : null;
  const coming = times.filter(({ inicio }) => inicio > ctx.now().toISOString());
  return findClashes(
    ctx.db,
    { turmaId: id ?? null, companyId: unit.id, escolaId: unit.escola_id },
    coming.map(({ inicio, fim }) => ({ inicio, fim, sala, professor_id: input.professor_id })),
  );
}

/**
 * Changes a class. Lessons that have begun are not changed; future ones follow the timetable.
 *
 * @throws Refusal 404, 409 for a name that exists in the unit, 422 as when creating it
 */
export async function updateClass(ctx: Ctx, id: number, input: ClassInput) {
  await ctx.db.transaction().execute(async (tx) => {
    await locked(tx, tx.selectFrom('turmas').select('id').where('id', '=', id), 'update').execute();
    const before = await classIn(tx, ctx.reach, id);
    if (!before) throw missing();
    const { unit, plan } = await checked(tx, ctx.reach, input);
    if (unit.escola_id !== before.escola_id)
      throw invalid('Escolha uma unidade da mesma escola.', { unidade_id: 'Outra escola' });
    if (unit.id !== before.company_id) await requireOpenUnit(tx, unit.id);
    await holdName(tx, unit.id, input.nome, id);
    const times = lessonTimes(plan);
    refuseUnfair(times);
    const now = ctx.now();
    const slots = await slotsOf(tx, [id]);
    await tx.updateTable('turmas').set(columnsOf(input)).where('id', '=', id).execute();
    if (before.professor_user_id !== input.professor_id) {
      await keepTeacher(tx, id, before.professor_user_id, now);
      const hands = { from: before.professor_user_id, to: input.professor_id };
      await notifyOfClass({ ...ctx, db: tx }, hands, { id, nome: input.nome });
    }
    if (lessonKind(before.modalidade) !== lessonKind(input.modalidade)) {
      await changeLessonKinds(tx, id, lessonKind(input.modalidade), now);
    }
    if (isNewPlan(before, slots, input)) {
      const hasNewTeacher = before.professor_user_id !== input.professor_id;
      await relayClass({ ...ctx, db: tx }, id, { ...input, plan, now, hasNewTeacher });
    }
    await refuseClashes(tx, now, id, { isKnown: input.mesmo_assim === true || !isElsewhere(before, slots, input) });
    await audit({ ...ctx, db: tx }, 'class-update', `class:${id}`, changesOf(before, slots, input));
  });
  ctx.wake();
  return readSchoolClass(ctx, id);
}

/** Reschedules the future lessons of a class to the hours of a plan. The teacher is notified once of other hours. */
export async function relayClass(
  ctx: Parameters<typeof notifyOfTimetable>[0],
  id: number,
  { plan, horarios, modalidade, now, hasNewTeacher }: Relaying,
): Promise<void> {
  const tx = ctx.db;
  const planned = free(lessonTimes(plan), await heldHours(tx, id, now), now, id);
  const hasOtherHours = textOf(await slotsOf(tx, [id])) !== textOf(horarios);
  await writeSlots(tx, id, horarios);
  const relaid = await writeRelaid(tx, id, relay(await comingLessons(tx, id, now), planned), {
    ...{ tipo: lessonKind(modalidade), now, zone: plan.timeZone },
  });
  await tx
    .updateTable('turmas')
    .set(await lessonsIn(tx, id))
    .where('id', '=', id)
    .execute();
  await notifyOfTimetable(ctx, id, relaid, { hasNewTeacher, hasOtherHours });
}

interface Relaying extends Pick<ClassInput, 'horarios' | 'modalidade'> {
  plan: Plan;
  now: Date;
  hasNewTeacher: boolean;
}

const missing = () => notFound('Não encontramos esta turma na sua escola.');

/** Hours without a lesson of the class. An existing class gets no lessons in the past. */
function free(times: readonly LessonTime[], held: readonly LessonTime[], now: Date, id: number | undefined) {
  const taken = new Set(held.map(({ inicio }) => inicio));
  return times.filter(({ inicio }) => !taken.has(inicio) && (id === undefined || inicio > now.toISOString()));
}

const lessonsIn = async (tx: Db, id: number) => {
  const { total } = await tx
    .selectFrom('aulas')
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .where('turma_id', '=', id)
    .where('cancelada_em', 'is', null)
    .executeTakeFirstOrThrow();
  return { aulas_total: Number(total) };
};

function refuseUnfair(times: readonly LessonTime[]): void {
  if (isFair(times)) return;
  const words =
    times.length === 0 ? 'Estes horários não dão nenhuma aula.' : `Estes horários dão mais de ${MAX_LESSONS} aulas.`;
  throw invalid(`${words} Confira os dias e as datas.`, { horarios: words });
}

async function checked(db: Db, reach: Reach, input: ClassInput): Promise<Planned> {
  const unit = await db
    .selectFrom('companies')
    .$call(within(reach))
    .select(['companies.id', 'companies.escola_id', 'companies.timezone'])
    .where('companies.id', '=', input.unidade_id)
    .executeTakeFirst();
  if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha uma unidade' });
  const book = await booksOfSchool(db, unit.escola_id).select('id').where('id', '=', input.livro_id).executeTakeFirst();
  if (!book) throw invalid('Escolha um livro da lista.', { livro_id: 'Escolha um livro' });
  if (input.professor_id !== null) await requireTeacher(db, unit.escola_id, input.professor_id);
  if (hasOverlap(input.horarios))
    throw invalid('Há dois horários que se cruzam.', { horarios: 'Há dois que se cruzam' });
  const closed = await closedDaysOfUnit(db, unit);
  const { inicio, fim, horarios } = input;
  return {
    unit,
    closed,
    plan: { inicio, fim, horarios, timeZone: unit.timezone, isClosed: (day) => closed(day) !== null },
  };
}

/** @throws Refusal 422 for a person who does not teach in the school */
export async function requireTeacher(db: Db, escolaId: number, id: number): Promise<void> {
  const found = await teachersIn(db, { escolaId, units: null })
    .select('users.id')
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!found) throw invalid('Escolha alguém que dá aula na sua escola.', { professor_id: 'Escolha alguém da lista' });
}

/** @throws Refusal 409 for the name of another class of the unit, because people and imports identify classes by it */
async function holdName(tx: Db, company_id: number, nome: string, id: number | null): Promise<void> {
  await locked(tx, tx.selectFrom('companies').select('id').where('id', '=', company_id), 'update').execute();
  const names = await tx.selectFrom('turmas').select(['id', 'nome']).where('company_id', '=', company_id).execute();
  const key = nome.toLocaleLowerCase('pt-BR');
  if (names.some((other) => other.id !== id && other.nome.trim().toLocaleLowerCase('pt-BR') === key)) {
    throw conflict('Esta unidade já tem uma turma com este nome. Dê outro nome.', 'class_name');
  }
}

const columnsOf = (input: ClassInput) => ({
  company_id: input.unidade_id,
  livro_id: input.livro_id,
  professor_user_id: input.professor_id,
  nome: input.nome,
  modalidade: input.modalidade,
  somente_digital: input.modalidade === 'online',
  sala: input.sala ?? null,
  link_reuniao: input.link_reuniao ?? null,
  inicio: input.inicio,
  fim: input.fim,
  lugares: input.lugares,
});

/** The state of a class by its days. */
export const stateAt = ({ inicio, fim }: { inicio: string; fim: string }, today: string): Schema['turmas']['status'] =>
  fim < today ? 'concluida' : inicio > today ? 'futura' : 'ativa';

export async function writeSlots(tx: Db, turma_id: number, horarios: ClassInput['horarios']): Promise<void> {
  await tx.deleteFrom('turma_horarios').where('turma_id', '=', turma_id).execute();
  const values = horarios.map(({ dia_semana, inicio, fim }) => ({ turma_id, dia_semana, inicio, fim }));
  await tx.insertInto('turma_horarios').values(values).execute();
}

/** The hours of a week in words, such as `ter 19:00-20:30, qui 19:00-20:30`. */
export const textOf = (slots: ClassInput['horarios']): string =>
  slots
    .map(({ dia_semana, inicio, fim }) => `${weekdays[dia_semana]} ${inicio}-${fim}`)
    .toSorted()
    .join(', ');

const isNewPlan = (before: SchoolClassRow, slots: ClassInput['horarios'], input: ClassInput): boolean =>
  before.inicio !== input.inicio ||
  before.fim !== input.fim ||
  before.company_id !== input.unidade_id ||
  textOf(slots) !== textOf(input.horarios);

/** Whether a change affects the hours, the room or the teacher of lessons. */
const isElsewhere = (before: SchoolClassRow, slots: ClassInput['horarios'], input: ClassInput): boolean =>
  isNewPlan(before, slots, input) ||
  before.professor_user_id !== input.professor_id ||
  before.sala !== (input.sala ?? null) ||
  lessonKind(before.modalidade) !== lessonKind(input.modalidade);

/** The change for the log. */
function changesOf(before: SchoolClassRow, slots: ClassInput['horarios'], input: ClassInput) {
  const old = {
    ...{ nome: before.nome, unidade_id: before.company_id, livro_id: before.livro_id, modalidade: before.modalidade },
    ...{ professor_id: before.professor_user_id, sala: before.sala, link_reuniao: before.link_reuniao },
    ...{ inicio: before.inicio, fim: before.fim, lugares: before.lugares, horarios: textOf(slots) },
  };
  const { horarios, mesmo_assim: _, ...rest } = input;
  const fresh = {
    ...rest,
    sala: input.sala ?? null,
    link_reuniao: input.link_reuniao ?? null,
    horarios: textOf(horarios),
  };
  const names = (Object.keys(old) as (keyof typeof old)[]).filter((name) => old[name] !== fresh[name]);
  const pick = (from: typeof old) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { antes: pick(old), depois: pick(fresh) };
}
