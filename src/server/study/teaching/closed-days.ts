import type { z } from 'zod';
import { shiftDay } from '#lib/rules/time/days.ts';
import { isNationalHoliday } from '#lib/rules/time/holidays.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { yearsFrom } from '#lib/rules/time/years.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { closedDayWords } from '#lib/words/teaching.ts';
import type { Db } from '../../core/db/connection.ts';
import { countUpTo } from '../../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { ownSchool, wholeSchool } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import type { addClosedDayInput, listClosedDaysInput } from './inputs.ts';
import { classesIn, unitsIn } from './school-classes.ts';

interface Unit {
  id: number;
  escola_id: number;
}

/** A function that returns why a unit has no lessons on a day; null if it has. */
export type Closed = (day: string) => string | null;

/** The closed days of a unit: national holidays, those of its school, and its own. */
export async function closedDaysOfUnit(db: Db, unit: Unit): Promise<Closed> {
  const rows = await db
    .selectFrom('closed_days')
    .select(['day', 'name'])
    .where('school_id', '=', unit.escola_id)
    .where(({ or, eb }) => or([eb('company_id', 'is', null), eb('company_id', '=', unit.id)]))
    .execute();
  const own = new Map(rows.map(({ day, name }) => [day, name]));
  return (day) => own.get(day) ?? (isNationalHoliday(day) ? 'Feriado nacional' : null);
}

const closedIn = (db: Db, { escolaId, units }: Reach) =>
  db
    .selectFrom('closed_days')
    .leftJoin('companies', 'companies.id', 'closed_days.company_id')
    .select(['closed_days.id', 'closed_days.day as dia', 'closed_days.name as nome', 'closed_days.school_id'])
    .select(['closed_days.company_id', 'closed_days.is_holiday', 'companies.nome as unidade'])
    .$if(escolaId !== null, (query) => query.where('closed_days.school_id', '=', escolaId ?? 0))
    .$if(units !== null, (query) =>
      query.where(({ or, eb }) =>
        or([eb('closed_days.company_id', 'is', null), eb('closed_days.company_id', 'in', units?.length ? units : [0])]),
      ),
    );
type Row = Awaited<ReturnType<ReturnType<typeof closedIn>['executeTakeFirstOrThrow']>>;

/**
 * `feriado`: due days move past it (Lei 7.089/1983), but not past a recess of the school alone. `passou`: a past holiday, which
 * cannot be removed, because bills were due on it.
 */
const present = ({ id, dia, nome, is_holiday: feriado, company_id, unidade }: Row, today: string) => ({
  id,
  dia,
  nome,
  feriado,
  passou: feriado && dia < today,
  unidade: company_id === null ? null : { id: company_id, nome: unidade ?? '' },
});

const byDay: Order = [
  ['closed_days.day', 'asc'],
  ['closed_days.id', 'asc'],
];

/** Closed days by day, future ones or those of a year, each with its lessons that have not begun. */
export async function listClosedDays(ctx: Ctx, { ano, depois, limit }: z.output<typeof listClosedDaysInput>) {
  const { db, reach } = ctx;
  const today = dayIn(ctx.config.SCHOOL_TIME_ZONE, ctx.now());
  const matching = closedIn(db, reach)
    .where('closed_days.day', '>=', ano ? `${ano}-01-01` : today)
    .$if(ano !== undefined, (some) => some.where('closed_days.day', '<=', `${ano}-12-31`));
  const [found, total, unidades] = await Promise.all([
    pageAfter(matching, byDay, { depois, limit }).execute(),
    countUpTo(db, matching, { limit, offset: 0 }),
    unitsIn(db, reach),
  ]);
  const { rows, next } = cutPage(found, limit, ({ dia, id }) => [dia, id]);
  const lessons = await comingOn(ctx, rows);
  const items = rows.map((row) => ({ ...present(row, today), aulas: lessons(row) }));
  const open = unidades.filter(({ encerrada_em }) => encerrada_em === null);
  return { items, total, next, anos: yearsFrom(today), unidades: open.map(({ id, nome }) => ({ id, nome })) };
}

/**
 * Adds a day without lessons. New timetables skip it; existing lessons on it stay, and the answer lists them.
 *
 * @throws Refusal 403 for staff of some units without a unit, 409 for an existing closed day, 422
 */
export async function addClosedDay(ctx: Ctx, { dia, nome, unidade_id, feriado }: z.output<typeof addClosedDayInput>) {
  const { db, reach } = ctx;
  const schoolId =
    unidade_id === null ? (wholeSchool(reach) ?? ownSchool(ctx.session)) : await schoolOf(ctx, unidade_id);
  if (await isNamed(db, schoolId, unidade_id, dia)) throw conflict('Este dia já está na lista.', 'closed_twice');
  const { id } = await db
    .insertInto('closed_days')
    .values({ school_id: schoolId, company_id: unidade_id, day: dia, name: nome, is_holiday: feriado })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(ctx, 'closed-day-add', `closed-day:${id}`, { depois: { dia, nome, feriado } });
  const row = await closedIn(db, reach).where('closed_days.id', '=', id).executeTakeFirstOrThrow();
  const aulas = (await comingOn(ctx, [row]))(row);
  return { id, aulas, detail: closedDayWords.added(aulas.length) };
}

async function schoolOf({ db, reach }: Ctx, unitId: number): Promise<number> {
  const unit = await db
    .selectFrom('companies')
    .$call(within(reach))
    .select('companies.escola_id')
    .where('companies.id', '=', unitId)
    .executeTakeFirst();
  if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha uma unidade' });
  return unit.escola_id;
}

const isNamed = async (db: Db, schoolId: number, companyId: number | null, day: string): Promise<boolean> =>
  (await db
    .selectFrom('closed_days')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('day', '=', day)
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .executeTakeFirst()) !== undefined;

/** A closed day in reach. @throws Refusal 404 */
export async function closedDayIn({ db, reach }: Ctx, id: number): Promise<Row> {
  const row = await closedIn(db, reach).where('closed_days.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Este dia não está mais na lista.');
  return row;
}

/** Future lessons on closed days, by day. */
async function comingOn(ctx: Ctx, rows: readonly Row[]) {
  const at = ctx.now();
  const since = shiftDay(dayIn(ctx.config.SCHOOL_TIME_ZONE, at), -1);
  const days = rows.filter(({ dia }) => dia >= since);
  const lessons = (await lessonsOn(ctx, days)).filter(({ inicio }) => new Date(inicio) > at);
  const lessonsByDay = Map.groupBy(lessons, ({ dia }) => dia);
  return (row: Row) =>
    (lessonsByDay.get(row.dia) ?? [])
      .filter((lesson) => isFor(row, lesson))
      .map(({ id, turma, inicio, timezone }) => ({ id, turma, inicio, timezone }));
}

type Day = Pick<Row, 'dia' | 'company_id' | 'school_id'>;

/** Lessons on closed days, in the units of these days and by the zone of each unit. */
export async function lessonsOn({ db, reach, config }: Ctx, days: readonly Day[]) {
  if (days.length === 0) return [];
  const at = (day: string) => instantIn(config.SCHOOL_TIME_ZONE, day, '00:00');
  const rows = await classesIn(db, reach)
    .innerJoin('aulas', 'aulas.turma_id', 'turmas.id')
    .select(['aulas.id', 'aulas.inicio', 'turmas.nome as turma', 'companies.timezone'])
    .select(['companies.id as company_id', 'companies.escola_id as school_id'])
    .where('aulas.cancelada_em', 'is', null)
    .where(({ or, and, eb }) =>
      or(
        days.map(({ dia, school_id, company_id }) =>
          and([
            eb('aulas.inicio', '>=', at(shiftDay(dia, -1))),
            eb('aulas.inicio', '<', at(shiftDay(dia, 2))),
            eb('companies.escola_id', '=', school_id),
            ...(company_id === null ? [] : [eb('companies.id', '=', company_id)]),
          ]),
        ),
      ),
    )
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .execute();
  const closed = Map.groupBy(days, ({ dia }) => dia);
  return rows
    .map((lesson) => ({ ...lesson, dia: dayIn(lesson.timezone, new Date(lesson.inicio)) }))
    .filter((lesson) => closed.get(lesson.dia)?.some((day) => isFor(day, lesson)));
}

/** Whether a closed day applies to a lesson, by its school or unit. */
const isFor = (day: Day, lesson: { company_id: number; school_id: number }): boolean =>
  lesson.school_id === day.school_id && (day.company_id === null || day.company_id === lesson.company_id);

/**
 * Removes a closed day. A past holiday stays: bills due on it were in time until the next banking day.
 *
 * @throws Refusal 403 for a day of the whole school, 404, 409 for a past holiday
 */
export async function removeClosedDay(ctx: Ctx, id: number): Promise<{ id: number; detail: string }> {
  const row = await closedDayIn(ctx, id);
  if (row.company_id === null) wholeSchool(ctx.reach);
  const today = dayIn(ctx.config.SCHOOL_TIME_ZONE, ctx.now());
  if (row.is_holiday && row.dia < today) throw conflict(closedDayWords.passed, 'holiday_passed');
  await ctx.db.deleteFrom('closed_days').where('id', '=', id).execute();
  await audit(ctx, 'closed-day-remove', `closed-day:${id}`, {
    antes: { dia: row.dia, nome: row.nome, feriado: row.is_holiday },
  });
  return { id, detail: closedDayWords.removed };
}
