import { sql } from 'kysely';
import type { z } from 'zod';
import { addMonths } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { hoursWords } from '#lib/words/teaching.ts';
import { monthsUntil } from '../../club/calendar.ts';
import type { Db } from '../../core/db/connection.ts';
import { cutPage, readCursor } from '../../core/db/keyset.ts';
import { isPostgres } from '../../core/db/locking.ts';
import { hasWords, personText } from '../../core/db/people-by-name.ts';
import { within } from '../../core/db/reach.ts';
import { audit } from '../../core/http/audit.ts';
import { csv, csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import type { listTeachingHoursInput } from './inputs.ts';
import { classTeacherThen, lessonTeacher } from './lesson-teacher.ts';
import { unitsIn } from './school-classes.ts';

const MONTHS = 13;
/** Max. lines: more than a school has teachers. */
const MAX_LINES = 2_000;

type HoursFilter = Pick<z.output<typeof listTeachingHoursInput>, 'mes' | 'unidade' | 'q'>;

/** The minutes of a lesson. */
const minutes = (db: Db) =>
  isPostgres(db)
    ? sql<number>`extract(epoch from aulas.fim::timestamptz - aulas.inicio::timestamptz) / 60`
    : sql<number>`(unixepoch(aulas.fim) - unixepoch(aulas.inicio)) / 60`;

const countOf = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number | string>`sum(case when ${condition} then 1 else 0 end)`;

/** The reader's month, up to now. */
function spanOf({ session, now }: Pick<Ctx, 'session' | 'now'>, mes: string) {
  const at = (day: string) => instantIn(session.timeZone, day, '00:00');
  const end = at(addMonths(`${mes}-01`, 1));
  return { from: at(`${mes}-01`), until: [end, now().toISOString()].toSorted()[0] ?? end };
}

/** A stopped class has no later lessons, except those with recorded attendance. */
const isHeld = sql<boolean>`(aulas.chamada_em is not null or (turmas.status <> 'trancada' and turmas.parada_em is null)
  or aulas.inicio < turmas.parada_em)`;
const isSubstituted = sql<boolean>`aulas.professor_user_id <> ${classTeacherThen}`;

/** Past lessons of a month, by teacher and name. Cancelled lessons are not paid. */
function hoursIn(ctx: Ctx, { mes = thisMonth(ctx), unidade, q }: HoursFilter) {
  const { db, reach } = ctx;
  const { from, until } = spanOf(ctx, mes);
  return db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('users', (join) => join.on('users.id', '=', lessonTeacher))
    .$call(within(reach))
    .select(['users.id', 'users.full_name as nome'])
    .select(({ fn }) => fn.countAll<number | string>().as('aulas'))
    .select(({ fn }) => fn.sum<number | string>(minutes(db)).as('minutos'))
    .select(({ fn }) => fn.max('aulas.inicio').as('ultima'))
    .select(countOf(isSubstituted).as('substituicoes'))
    .select(countOf(sql<boolean>`aulas.chamada_em is null`).as('sem_chamada'))
    .where('aulas.inicio', '>=', from)
    .where('aulas.inicio', '<', until)
    .where('aulas.fim', '<=', ctx.now().toISOString())
    .where('aulas.cancelada_em', 'is', null)
    .where(isHeld)
    .$if(unidade !== undefined, (some) => some.where('companies.id', '=', unidade ?? 0))
    .$if(Boolean(q), (some) => some.where(hasWords(q ?? '', personText())))
    .groupBy(['users.id', 'users.full_name'])
    .orderBy('users.full_name')
    .orderBy('users.id')
    .limit(MAX_LINES)
    .execute();
}

const thisMonth = ({ session, now }: Pick<Ctx, 'session' | 'now'>) => dayIn(session.timeZone, now()).slice(0, 7);

type Counted = Awaited<ReturnType<typeof hoursIn>>[number];
const present = ({ id, nome, ...row }: Counted) => ({
  id,
  nome,
  aulas: Number(row.aulas),
  minutos: Math.round(Number(row.minutos)),
  /** The number of lessons as a substitute. */
  substituicoes: Number(row.substituicoes),
  /** The number of lessons without recorded attendance. */
  sem_chamada: Number(row.sem_chamada),
});

/** The teachers of a month, by name, with their hours, for their pay. */
export async function listTeachingHours(
  ctx: Ctx,
  { limit, depois, ...requested }: z.output<typeof listTeachingHoursInput>,
) {
  const { db, reach } = ctx;
  const [all, units] = await Promise.all([hoursIn(ctx, requested), unitsIn(db, reach)]);
  // The sums cover the whole month on any page.
  const last = readCursor(depois, 1)?.[0];
  const from = all.findIndex(({ id }) => id === last) + 1;
  const { rows, next } = cutPage(all.slice(from), limit, ({ id }) => [id]);
  const month = thisMonth(ctx);
  return {
    items: rows.map((row) => ({
      ...present(row),
      /** The day of the last lesson, and the requested unit: for the link to the week. */
      semana: dayIn(ctx.session.timeZone, new Date(row.ultima)),
      unidade: requested.unidade ?? null,
    })),
    total: all.length,
    next,
    mes: requested.mes ?? month,
    /** This month and those before it. */
    meses: monthsUntil(`${month}-01`, MONTHS).toReversed(),
    unidades: units.map(({ id, nome }) => ({ id, nome })),
  };
}

/** As above, as a table for spreadsheets. The download is logged. */
export async function downloadTeachingHours(ctx: Ctx, requested: HoursFilter): Promise<FileAnswer> {
  const rows = (await hoursIn(ctx, requested)).map(present);
  const mes = requested.mes ?? thisMonth(ctx);
  await audit(ctx, 'teaching-hours-export', `month:${mes}`, { depois: { professores: rows.length } });
  const lines = rows.map((each) => [
    each.nome,
    each.aulas,
    hoursWords.decimal(each.minutos),
    each.substituicoes,
    each.sem_chamada,
  ]);
  return csvFile(`horas-${mes}`, csv([['Professor', 'Aulas', 'Horas', 'Substituições', 'Sem chamada'], ...lines]));
}
