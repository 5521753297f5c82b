import { sql } from 'kysely';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { onePage } from '../core/db/keyset.ts';
import { withUnit } from '../core/db/people.ts';
import { foldSlots } from '../core/db/slot-sums.ts';
import { type Reach, within } from '../core/http/access.ts';
import type { Ctx, School } from '../core/http/ctx.ts';
import { monthsUntil, startOfDay } from './calendar.ts';
import { worthOf } from './points.ts';
import { PENDING_REFERRALS } from './queries.ts';

/**
 * The club's figures by month of the school, from hourly sums that triggers maintain (0079). Issued points raise the members'
 * total; spent and expired points lower it. Adjustments and reversals count in the same way.
 *
 * @param count the number of months, including the current one.
 */
export async function readFigures(ctx: Ctx, count: number) {
  const { db, reach, now, config } = ctx;
  const timeZone = config.SCHOOL_TIME_ZONE;
  const months = monthsUntil(dayIn(timeZone, now()), count);
  const sums = await sumsBy(db, reach, hoursOf(months, timeZone));
  const sum = (bucket: number, ...accounts: string[]) =>
    sums
      .filter((row) => Number(row.bucket) === bucket && accounts.includes(row.contra))
      .reduce((total, { pontos }) => total + Number(pontos), 0);
  const everything = ['emissao', 'ajuste', 'resgate', 'expiracao'];
  let passivo = sum(0, ...everything);
  let membros = sum(0, 'membro');
  const meses = months.map((mes, index) => {
    passivo += sum(index + 1, ...everything);
    membros += sum(index + 1, 'membro');
    return {
      mes,
      membros,
      emitidos: sum(index + 1, 'emissao', 'ajuste'),
      // Unary minus would turn 0 into -0.
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
    ...(await worthOf(ctx, passivo)),
    /** The oldest first; the last is the current month. The sums above cover all of them. */
    meses,
  };
}

export type ClubFigures = Awaited<ReturnType<typeof readFigures>>;

/** The figures with their months as a list, the newest first, and the redemptions and referrals that wait for the school. */
export async function listFigures(ctx: Ctx, count: number) {
  const [{ meses, ...figures }, resgates, indicacoes] = await Promise.all([
    readFigures(ctx, count),
    countRedemptions(ctx.db, ctx.reach),
    countReferrals(ctx.db, ctx.reach),
  ]);
  const items = meses.map((each) => ({ id: Number(each.mes.replace('-', '')), ...each })).toReversed();
  return { ...figures, ...onePage(items), esperam: { resgates, indicacoes } };
}

/** The first hour of each month, in UTC. */
const hoursOf = (months: readonly string[], timeZone: string): string[] =>
  months.map((month) => startOfDay(`${month}-01`, timeZone).slice(0, 13));

/** SQL for the month of an hour, counted from 1; 0 means before all months. */
function bucketOf(starts: readonly string[]) {
  // The numbers come from a list in code, so no user input becomes query text.
  const cases = starts.map((start, index) => sql`when point_sums.hora < ${start} then ${sql.lit(index)}`);
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(starts.length)} end`;
}

function sumsBy(db: Db, reach: Reach, starts: readonly string[]) {
  let rows = db
    .selectFrom('point_sums')
    .select(['point_sums.contra', 'point_sums.pontos', bucketOf(starts).as('bucket')]);
  if (reach.escolaId !== null) {
    rows = rows.where('point_sums.company_id', 'in', (units) =>
      units.selectFrom('companies').select('companies.id').$call(within(reach)),
    );
  }
  return db
    .selectFrom(rows.as('rows'))
    .select(({ fn }) => ['bucket', 'contra', fn.sum<number | string>('pontos').as('pontos')])
    .groupBy(['bucket', 'contra'])
    .execute();
}

/** The hour of members whose joining date is unknown. */
const UNKNOWN_HOUR = '9999-12-31T23';

/** Folds the sums of the connections, for past hours. */
export const foldSums = ({ db, now }: School): Promise<void> =>
  foldSlots(db, {
    table: 'point_sums',
    key: ['company_id', 'hora', 'contra'],
    sums: ['pontos'],
    among: sql<boolean>`(hora < ${now().toISOString().slice(0, 13)} or hora = ${UNKNOWN_HOUR})`,
  });

/**
 * A condition on `redemptions` that the school has to process. A discount is put on the next bill automatically. Literals,
 * because the partial index requires them.
 */
export const isToDeliver = sql<boolean>`(redemptions.status in ('solicitado', 'aprovado', 'pronto')
  and redemptions.desconto_centavos is null)`;

/** Redemptions that the school has to hand over. */
export async function countRedemptions(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('redemptions')
    .innerJoin('users', 'users.id', 'redemptions.user_id')
    .$call(withUnit)
    .$call(within(reach))
    .where(isToDeliver)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Referrals whose friend may still enrol. */
export async function countReferrals(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referrals.user_id')
    .$call(withUnit)
    .$call(within(reach))
    .where(
      'referrals.status',
      'in',
      PENDING_REFERRALS.map((each) => sql.lit(each)),
    )
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
