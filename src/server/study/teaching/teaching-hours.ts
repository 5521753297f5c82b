import { sql } from 'kysely';
import type { z } from 'zod';
import { addMonths } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { hoursWords } from '#lib/words/teaching.ts';
import type { Db } from '../../core/db/connection.ts';
import { countUpTo } from '../../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { isPostgres } from '../../core/db/locking.ts';
import { hasWords, personText } from '../../core/db/people-by-name.ts';
import { within } from '../../core/db/reach.ts';
import { audit } from '../../core/http/audit.ts';
import { csv, csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import type { listTeachingHoursInput } from './inputs.ts';
import { unitsIn } from './school-classes.ts';

const MONTHS = 13;
/** More people than any school has teachers. */
const MAX_LINES = 2_000;

type Wanted = Pick<z.output<typeof listTeachingHoursInput>, 'mes' | 'unidade' | 'q'>;

/** The minutes of a lesson. */
const minutes = (db: Db) =>
  isPostgres(db)
    ? sql<number>`extract(epoch from aulas.fim::timestamptz - aulas.inicio::timestamptz) / 60`
    : sql<number>`(unixepoch(aulas.fim) - unixepoch(aulas.inicio)) / 60`;

const countOf = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number | string>`sum(case when ${condition} then 1 else 0 end)`;

/** The month by the clocks of the reader, as far as it is over. */
function spanOf({ session, now }: Pick<Ctx, 'session' | 'now'>, mes: string) {
  const at = (day: string) => instantIn(session.timeZone, day, '00:00');
  const end = at(addMonths(`${mes}-01`, 1));
  return { from: at(`${mes}-01`), until: [end, now().toISOString()].toSorted()[0] ?? end };
}

/** Lessons that were given in a month, by who gave them. Of a cancelled one nobody is paid. */
function hoursIn(ctx: Ctx, { mes = thisMonth(ctx), unidade, q }: Wanted) {
  const { db, reach } = ctx;
  const { from, until } = spanOf(ctx, mes);
  return db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('users', (join) =>
      join.on('users.id', '=', ({ fn }) => fn.coalesce('aulas.professor_user_id', 'turmas.professor_user_id')),
    )
    .$call(within(reach))
    .select(['users.id', 'users.full_name as nome'])
    .select(({ fn }) => fn.countAll<number | string>().as('aulas'))
    .select(({ fn }) => fn.sum<number | string>(minutes(db)).as('minutos'))
    .select(countOf(sql<boolean>`aulas.professor_user_id is not null`).as('substituicoes'))
    .select(countOf(sql<boolean>`aulas.chamada_em is null`).as('sem_chamada'))
    .where('aulas.inicio', '>=', from)
    .where('aulas.inicio', '<', until)
    .where('aulas.fim', '<=', ctx.now().toISOString())
    .where('aulas.cancelada_em', 'is', null)
    .$if(unidade !== undefined, (some) => some.where('companies.id', '=', unidade ?? 0))
    .$if(Boolean(q), (some) => some.where(hasWords(q ?? '', personText())))
    .groupBy(['users.id', 'users.full_name']);
}

const thisMonth = ({ session, now }: Pick<Ctx, 'session' | 'now'>) => dayIn(session.timeZone, now()).slice(0, 7);

const byName: Order = [
  ['hours.nome', 'asc'],
  ['hours.id', 'asc'],
];

type Counted = Awaited<ReturnType<ReturnType<typeof hoursIn>['execute']>>[number];
const present = ({ id, nome, ...row }: Counted) => ({
  id,
  nome,
  aulas: Number(row.aulas),
  minutos: Math.round(Number(row.minutos)),
  /** Lessons of classes of others. */
  substituicoes: Number(row.substituicoes),
  /** Nobody took their roll. */
  sem_chamada: Number(row.sem_chamada),
});

/** Who gave lessons in a month, by name, with their hours, for their pay. */
export async function listTeachingHours(
  ctx: Ctx,
  { limit, depois, ...wanted }: z.output<typeof listTeachingHoursInput>,
) {
  const { db, reach } = ctx;
  const query = db.selectFrom(hoursIn(ctx, wanted).as('hours')).selectAll('hours');
  const [found, total, units] = await Promise.all([
    pageAfter(query, byName, { depois, limit }).execute(),
    countUpTo(db, query, { limit, offset: 0 }),
    unitsIn(db, reach),
  ]);
  const { rows, next } = cutPage(found, limit, ({ nome, id }) => [nome, id]);
  const month = thisMonth(ctx);
  return {
    items: rows.map(present),
    total,
    next,
    mes: wanted.mes ?? month,
    /** This month and those before it. */
    meses: Array.from({ length: MONTHS }, (_, ago) => addMonths(`${month}-01`, -ago).slice(0, 7)),
    unidades: units.map(({ id, nome }) => ({ id, nome })),
  };
}

/** The same as a table for spreadsheets. The log says who took it. */
export async function downloadTeachingHours(ctx: Ctx, wanted: Wanted): Promise<FileAnswer> {
  const rows = (
    await hoursIn(ctx, wanted).orderBy('users.full_name').orderBy('users.id').limit(MAX_LINES).execute()
  ).map(present);
  const mes = wanted.mes ?? thisMonth(ctx);
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
