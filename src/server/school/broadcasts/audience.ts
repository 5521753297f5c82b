import { type Expression, type ExpressionBuilder, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Audience } from '#lib/contract/broadcasts.schema.ts';
import { ADULT_AGE } from '#lib/rules/account/birth-date.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { people } from '../../core/db/people.ts';
import { EVERYWHERE, type Reach, within } from '../../core/db/reach.ts';
import type { School } from '../../core/http/ctx.ts';
import { lateFeeBasisOf } from '../../money/finance/amount-due.ts';
import { isLate, type LateUnit, unitsOf } from '../../money/finance/school-bills.ts';
import type { Schema } from '../../tables.ts';

export interface Addressed {
  audience: Audience;
  /** The writer's reach. */
  reach: Reach;
}

type Where = ExpressionBuilder<Schema, 'users' | 'drive_users' | 'companies' | 'schools'>;
type Condition = Expression<SqlBool>;

/** Whether an audience selects anybody: everybody, a list, or a shared condition. */
export const namesAnybody = (audience: Audience): boolean =>
  audience.all || hasLists(audience) || qualities.some((name) => (audience[name] ?? null) !== null);

const hasLists = ({ company_ids, turma_ids, livro_ids, user_ids }: Audience) =>
  company_ids.length + turma_ids.length + livro_ids.length + user_ids.length > 0;
const qualities = [
  'brand',
  'is_club',
  'has_overdue',
  'pwa_installed',
  'not_studied_days',
  'device_type',
] as const satisfies readonly (keyof Audience)[];

/**
 * The people of an audience, as a query without selected columns: users of the school who can log in, who are in one of the lists
 * (if there are any), meet every condition, and are not excluded.
 *
 * @param at for overdue bills and days without study, each by the calendar of the person's unit.
 */
export async function audienceQuery(
  db: Db,
  { config }: Pick<School, 'config'>,
  { audience, reach }: Addressed,
  at: Date,
) {
  const today = await daysOf(db, config.SCHOOL_TIME_ZONE, at);
  const billUnits = (audience.has_overdue ?? null) === null ? [] : await unitsOfBills(db, config, at);
  return people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .$call(within(reach))
    .where('users.is_blocked', '=', false)
    .where((eb) => eb.or([eb('companies.id', 'is', null), eb('companies.id', '<>', BLOCKED_COMPANY_ID)]))
    .where((eb) => goesOn(eb as unknown as Where, audience))
    .where((eb) => inLists(eb as unknown as Where, audience))
    .where((eb) => eb.and(qualitiesOf(eb as unknown as Where, audience, at, { today, billUnits })));
}

/**
 * Whether a guardian gets a person's bills: for a minor with a guardian in the registration or in the school's data. The same
 * people as in `notifyPayer`.
 *
 * @param at for the age, by the calendar of the person's unit
 */
export async function hasGuardian(db: Db, { config }: Pick<School, 'config'>, at: Date): Promise<Condition> {
  const today = await daysOf(db, config.SCHOOL_TIME_ZONE, at);
  const { and, or, exists, eb, selectFrom } = expressionBuilder<Schema, 'users' | 'drive_users' | 'companies'>();
  const guardians = selectFrom('related_users')
    .innerJoin('users as guardian_user', 'guardian_user.id', 'related_users.related_user_id')
    .innerJoin('drive_users as guardian_drive', 'guardian_drive.id', 'guardian_user.drive_user_id')
    .select('guardian_user.id')
    .whereRef('related_users.user_id', '=', 'users.id')
    .where('guardian_user.is_blocked', '=', false)
    .where('guardian_drive.papel', '=', 'responsavel');
  return and([
    // Born after this day 18 years ago. An invalid date sorts anywhere, but never after tomorrow.
    eb('users.birth_date', '>', today(yearsOn(-ADULT_AGE))),
    eb('users.birth_date', '<=', today()),
    or([eb('users.guardian', 'is not', null), exists(guardians)]),
  ]);
}

/** Excludes people whose course ended, unless the message is about late bills or names the person (0110). */
function goesOn(eb: Where, { has_overdue, user_ids }: Audience): Condition {
  if (has_overdue === true) return sql<boolean>`1 = 1`;
  const isOn = eb('drive_users.encerrado_em', 'is', null);
  return user_ids.length === 0 ? isOn : eb.or([isOn, eb('users.id', 'in', user_ids)]);
}

function inLists(eb: Where, audience: Audience): Condition {
  if (audience.all || (!hasLists(audience) && namesAnybody(audience))) return sql<boolean>`1 = 1`;
  const { company_ids, turma_ids, livro_ids, user_ids } = audience;
  const lists: Condition[] = [];
  if (company_ids.length > 0) lists.push(eb('companies.id', 'in', company_ids));
  if (user_ids.length > 0) lists.push(eb('users.id', 'in', user_ids));
  if (turma_ids.length > 0) {
    const students = eb.selectFrom('turma_alunos').select('turma_alunos.user_id');
    lists.push(eb('users.id', 'in', students.where(isInClass).where('turma_id', 'in', turma_ids)));
  }
  if (livro_ids.length > 0) {
    const owners = eb.selectFrom('user_books').select('user_books.user_id').where('user_id', 'is not', null);
    lists.push(eb('users.id', 'in', owners.where('livro_id', 'in', livro_ids).$castTo<{ user_id: number }>()));
  }
  return lists.length > 0 ? eb.or(lists) : sql<boolean>`1 = 0`;
}

/** The days and units that conditions depend on. */
interface Days {
  today: DayAt;
  /** The units of all bills: a person who moved may owe the former unit. */
  billUnits: readonly LateUnit[];
}

function qualitiesOf(eb: Where, audience: Audience, at: Date, { today, billUnits }: Days): Condition[] {
  const { brand, is_club, has_overdue, pwa_installed, not_studied_days, device_type, exclude_user_ids } = audience;
  const all: Condition[] = [];
  if (brand) all.push(eb('schools.marca', '=', brand));
  if ((is_club ?? null) !== null) all.push(eb('users.is_club', '=', is_club as boolean));
  if ((pwa_installed ?? null) !== null) all.push(eb('users.pwa_installed', '=', pwa_installed as boolean));
  if (has_overdue === true) all.push(eb.exists(overdueBills(eb, billUnits)));
  if (has_overdue === false) all.push(eb.not(eb.exists(overdueBills(eb, billUnits))));
  // Guardians who do not study are not reminded to study.
  if (not_studied_days) all.push(eb.not(isGuardianOnly(eb)), ...notStudied(eb, not_studied_days, at, today));
  if (device_type) {
    const devices = eb.selectFrom('push_subscriptions').select('push_subscriptions.id');
    const own = devices.whereRef('push_subscriptions.user_id', '=', 'users.id');
    all.push(eb.exists(own.where('push_subscriptions.device_type', '=', device_type)));
  }
  if (exclude_user_ids.length > 0) all.push(eb('users.id', 'not in', exclude_user_ids));
  return all.length > 0 ? all : [sql<boolean>`1 = 1`];
}

const unitsOfBills = async (db: Db, config: School['config'], at: Date): Promise<LateUnit[]> => [
  ...(await unitsOf(db, EVERYWHERE, config, at)),
  { id: null, basis: await lateFeeBasisOf({ config }, db, null, at) },
];

/** Only bills of courses: an unpaid order or payment abroad expires by itself. */
const overdueBills = (eb: Where, billUnits: Days['billUnits']) =>
  eb
    .selectFrom('parcelas')
    .select('parcelas.id')
    .whereRef('parcelas.user_id', '=', 'users.id')
    .where('parcelas.pedido_id', 'is', null)
    .where('parcelas.cambio_id', 'is', null)
    .where(isLate(billUnits));

const isGuardianOnly = (eb: Where) => eb(eb.fn.coalesce('drive_users.papel', eb.val('')), '=', 'responsavel');

/** No practice (listening, words, tests), no progress in a unit, no attended lesson. */
function notStudied(eb: Where, days: number, at: Date, today: DayAt) {
  const since = new Date(at.getTime() - days * DAY_MS).toISOString();
  const practice = eb
    .selectFrom('dias_de_estudo')
    .select('dias_de_estudo.dia')
    .whereRef('dias_de_estudo.user_id', '=', 'users.id')
    .where(
      'dias_de_estudo.dia',
      '>',
      today((day) => shiftDay(day, -days)),
    );
  const progress = eb
    .selectFrom('user_books')
    .innerJoin('unidade_progressos', 'unidade_progressos.user_book_id', 'user_books.id')
    .select('user_books.id')
    .whereRef('user_books.user_id', '=', 'users.id')
    .where('unidade_progressos.atualizado_em', '>', since);
  const lessons = eb
    .selectFrom('turma_alunos')
    .innerJoin('presencas', 'presencas.turma_aluno_id', 'turma_alunos.id')
    .innerJoin('aulas', 'aulas.id', 'presencas.aula_id')
    .select('turma_alunos.id')
    .whereRef('turma_alunos.user_id', '=', 'users.id')
    .where('presencas.status', 'in', ['presente', 'reposta'])
    .where((lesson) => lesson(lesson.fn.coalesce('presencas.confirmada_em', 'aulas.inicio'), '>', since));
  return [practice, progress, lessons].map((studied) => eb.not(eb.exists(studied as typeof practice)));
}

/** The day at a person's unit, or a day computed from it, as an expression over `companies`. */
type DayAt = (move?: (day: string) => string) => RawBuilder<string>;

const yearsOn = (years: number) => (day: string) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

async function daysOf(db: Db, fallback: string, at: Date): Promise<DayAt> {
  const rows = await db.selectFrom('companies').select('timezone').distinct().orderBy('timezone').execute();
  const usual = dayIn(fallback, at);
  const others = Map.groupBy(
    rows.map(({ timezone }) => timezone).filter((zone) => dayIn(zoneOr(zone, fallback), at) !== usual),
    (zone) => dayIn(zoneOr(zone, fallback), at),
  );
  return (move = (day) => day) => {
    if (others.size === 0) return sql<string>`${move(usual)}`;
    const cases = [...others].map(
      ([day, zones]) => sql`when companies.timezone in (${sql.join(zones)}) then ${move(day)}`,
    );
    return sql<string>`case ${sql.join(cases, sql` `)} else ${move(usual)} end`;
  };
}
