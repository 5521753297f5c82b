import { sql } from 'kysely';
import type { ClubFigures } from '#lib/contract/club.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { people, withUnit } from '../db/people.ts';
import { managedSchool } from '../http/access.ts';
import type { Ctx, Db } from '../http/ctx.ts';
import { monthsUntil, startOfDay } from './calendar.ts';

/**
 * The club's figures by month of the school, counted from the entries. Issued points raise what members hold; spent and
 * expired points lower it. Adjustments and reversals count in the same way.
 *
 * @param count the number of months, with the current one.
 */
export async function readFigures({ db, session, now, config }: Ctx, count: number): Promise<ClubFigures> {
  const escola = managedSchool(session);
  const timeZone = config.SCHOOL_TIME_ZONE;
  const months = monthsUntil(dayIn(timeZone, now()), count);
  const starts = months.map((month) => startOfDay(`${month}-01`, timeZone));
  const [moved, joined] = await Promise.all([movedBy(db, escola, starts), joinedBy(db, escola, starts)]);
  const sum = (bucket: number, ...accounts: string[]) =>
    moved
      .filter((row) => Number(row.bucket) === bucket && accounts.includes(row.contra))
      .reduce((total, { pontos }) => total + Number(pontos), 0);
  const everything = ['emissao', 'ajuste', 'resgate', 'expiracao'];
  let passivo = sum(0, ...everything);
  let membros = countIn(joined, 0);
  const meses = months.map((mes, index) => {
    passivo += sum(index + 1, ...everything);
    membros += countIn(joined, index + 1);
    return {
      mes,
      membros,
      emitidos: sum(index + 1, 'emissao', 'ajuste'),
      // A plain minus would turn 0 into -0.
      resgatados: 0 - sum(index + 1, 'resgate'),
      expirados: 0 - sum(index + 1, 'expiracao'),
      passivo,
    };
  });
  const total = (name: 'emitidos' | 'resgatados' | 'expirados') => meses.reduce((all, each) => all + each[name], 0);
  return {
    membros,
    emitidos: total('emitidos'),
    resgatados: total('resgatados'),
    expirados: total('expirados'),
    passivo,
    meses,
  };
}

const countIn = (rows: { bucket: number | string; count: number | string }[], bucket: number) =>
  Number(rows.find((row) => Number(row.bucket) === bucket)?.count ?? 0);

/** The month of an instant, counted from 1; 0 is before all months. */
const bucketOf = (column: 'point_entries.criado_em' | 'users.club_since', starts: readonly string[]) => {
  // The numbers come from a list in code, so no outside value becomes query text.
  const cases = starts.map((start, index) => sql`when ${sql.ref(column)} < ${start} then ${sql.lit(index)}`);
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(starts.length)} end`;
};

function movedBy(db: Db, escola: number | null, starts: readonly string[]) {
  let rows = db
    .selectFrom('point_entries')
    .innerJoin('users', 'users.id', 'point_entries.user_id')
    .$call(withUnit)
    .where('point_entries.status', '=', 'confirmada')
    .select(['point_entries.contra', 'point_entries.pontos', bucketOf('point_entries.criado_em', starts).as('bucket')]);
  if (escola !== null) rows = rows.where('companies.escola_id', '=', escola);
  return db
    .selectFrom(rows.as('rows'))
    .select(({ fn }) => ['bucket', 'contra', fn.sum<number | string>('pontos').as('pontos')])
    .groupBy(['bucket', 'contra'])
    .execute();
}

function joinedBy(db: Db, escola: number | null, starts: readonly string[]) {
  let rows = people(db).where('users.is_club', '=', true).select(bucketOf('users.club_since', starts).as('bucket'));
  if (escola !== null) rows = rows.where('companies.escola_id', '=', escola);
  return db
    .selectFrom(rows.as('rows'))
    .select(({ fn }) => ['bucket', fn.countAll<number | string>().as('count')])
    .groupBy('bucket')
    .execute();
}
