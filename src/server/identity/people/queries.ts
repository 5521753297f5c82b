import { type Expression, type ExpressionBuilder, type Nullable, type Selectable, type SqlBool, sql } from 'kysely';
import { NoticeCategory } from '#lib/contract/inbox.schema.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID, TEACHER_ACTION_ID } from '#lib/rules/people/roles.ts';
import type { Db } from '../../core/db/connection.ts';
import { countUpTo } from '../../core/db/counts.ts';
import { cutPage, pageAfter } from '../../core/db/keyset.ts';
import { people } from '../../core/db/people.ts';
import { listed, type Reach, within } from '../../core/db/reach.ts';
import type { Schema } from '../../tables.ts';

const OUTCOMES = 20;

/** Whether a person is blocked, and the person's actions. */
export async function accessOf(
  db: Db,
  id: number,
): Promise<{ isBlocked: boolean; ownDataOnly: boolean; actionIds: number[] }> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('user_actions', 'user_actions.user_id', 'users.id')
    .select(['users.is_blocked', 'users.own_data_only', 'user_actions.action_id'])
    .where('users.id', '=', id)
    .execute();
  return {
    isBlocked: rows[0]?.is_blocked ?? false,
    ownDataOnly: rows[0]?.own_data_only ?? false,
    actionIds: rows.flatMap(({ action_id }) => (action_id === null ? [] : [action_id])),
  };
}

/** A person's name, time zone, and the kinds of notification that are switched off. */
export async function personOf(db: Db, id: number) {
  const [row, off] = await Promise.all([
    people(db).select(['users.full_name', 'companies.timezone']).where('users.id', '=', id).executeTakeFirstOrThrow(),
    db
      .selectFrom('notification_preferences')
      .select('category')
      .where('user_id', '=', id)
      .where('enabled', '=', false)
      .where('category', 'in', NoticeCategory.options)
      .orderBy('category')
      .execute(),
  ]);
  return { ...row, off: off.map(({ category }) => category) };
}

export const devicesOf = (db: Db, userId: number): Promise<Selectable<Schema['push_subscriptions']>[]> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Which notices of a person the reader may see. */
export interface NoticesSeen {
  /** Also notices about bills. */
  bills: boolean;
  /** Only messages written by staff: the account also gets notices about a child, or about the school's work. */
  onlySent: boolean;
}

/** The last notices of a person, the newest first, and one more than requested. */
export const noticesOf = (
  db: Db,
  userId: number,
  { bills, onlySent }: NoticesSeen,
  page: { depois: string | undefined; limit: number },
) =>
  pageAfter(
    db
      .selectFrom('notices')
      .select(['id', 'title', 'created_at', 'read_at'])
      .where('user_id', '=', userId)
      .$if(!bills, (query) => query.where('category', '<>', 'financeiro'))
      .$if(onlySent, (query) => query.where('sending_id', 'is not', null)),
    [
      ['created_at', 'desc'],
      ['id', 'desc'],
    ],
    page,
  ).execute();

/** The delivery outcomes of some notices, by target. */
export const deliveriesOf = (db: Db, notices: readonly number[]) =>
  notices.length === 0
    ? []
    : db.selectFrom('deliveries').selectAll().where('notice_id', 'in', notices).orderBy('id').execute();

/** The outcomes of the last tests, and of mails to the guardian for readers who may see bills, since most are about bills. */
export const outcomesOf = (db: Db, userId: number, { bills }: NoticesSeen) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('notice_id', 'is', null)
    .$if(!bills, (query) => query.where('target', '=', 'push'))
    .orderBy('id', 'desc')
    .limit(OUTCOMES)
    .execute();

/** Whether anything was ever sent to a device of a person. */
export const hadDevices = async (db: Db, userId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', userId)
    .where('target', '=', 'push')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export type OutcomeRow = Selectable<Schema['deliveries']>;

export interface AuditFilter {
  /** The reader's reach, and the person concerned. */
  reach: Reach;
  userId?: number;
  target?: string;
  isRead?: boolean;
  /** Only these actions. */
  actions?: readonly string[];
  day?: string;
  limit: number;
  /** The cursor of the page. */
  depois?: string | undefined;
}

type AuditUnits = { unit: Nullable<Schema['companies']>; home: Nullable<Schema['companies']> };
const VIEWS = ['user-read', 'abroad-document-read', 'ticket-scan'];
/** Actions by a link of a mail. Any other action without an account was done by the operator, with a command. */
export const BY_LINK = ['email-undone', 'email-agreed', 'registration-undone', 'guardian-confirmed'];

const entries = (db: Db) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users as who', 'who.id', 'audit_log.user_id')
    .leftJoin('drive_users as post', 'post.id', 'who.drive_user_id')
    .leftJoin('companies as unit', 'unit.id', 'post.company_id')
    .leftJoin('users as person', 'person.id', 'audit_log.about_user_id')
    .leftJoin('drive_users as enrollment', 'enrollment.id', 'person.drive_user_id')
    .leftJoin('companies as home', 'home.id', 'enrollment.company_id');

/**
 * Whether the user works for the school, teachers included. @param user column of the user's id @param papel column of the enrolment's
 * role
 */
const isStaff = (
  user: Expression<number | null>,
  papel: Expression<string | null>,
) => sql<SqlBool>`(${papel} in ('equipe', 'professor')
  or exists (select 1 from user_actions where user_actions.user_id = ${user}
    and user_actions.action_id in (${ADMIN_ACTION_ID}, ${MANAGER_ACTION_ID}, ${TEACHER_ACTION_ID})))`;

/**
 * Log entries that a manager may read: actions of the school's staff and of the operator, but none about people of
 * other schools. For one person (`user:7`) it is every action, by anybody (MANAGER-08).
 */
function filtered(db: Db, { reach, userId, target, isRead, actions, day }: AuditFilter) {
  const isIn = (unit: 'unit' | 'home') => (where: ExpressionBuilder<AuditUnits, 'unit' | 'home'>) =>
    where.and([
      ...(reach.escolaId === null ? [] : [where(`${unit}.escola_id`, '=', reach.escolaId)]),
      ...(reach.units === null ? [] : [where(`${unit}.id`, 'in', listed(reach.units))]),
    ]);
  const person = /^user:(\d{1,9})$/.exec(target ?? '')?.[1];
  let query = entries(db);
  if (userId !== undefined) query = query.where('audit_log.user_id', '=', userId);
  if (isRead !== undefined) query = query.where('audit_log.action', isRead ? 'in' : 'not in', VIEWS);
  if (actions !== undefined) query = query.where('audit_log.action', 'in', actions);
  if (day !== undefined) query = query.where('audit_log.day', '=', day);
  if (person !== undefined) {
    query = query.where('audit_log.about_user_id', '=', Number(person));
    return reach.escolaId === null ? query : query.where(isIn('home'));
  }
  if (target !== undefined) query = query.where('audit_log.target', '=', target);
  query = query.where((where) =>
    where.or([
      where.and([where('audit_log.user_id', 'is', null), where('audit_log.action', 'not in', BY_LINK)]),
      isStaff(where.ref('audit_log.user_id'), where.ref('post.papel')),
    ]),
  );
  if (reach.escolaId === null) return query;
  return query.where((where) =>
    where.or([
      where.and([isIn('unit')(where), where('audit_log.about_user_id', 'is', null)]),
      where.and([where.or([isIn('unit')(where), where('audit_log.user_id', 'is', null)]), isIn('home')(where)]),
    ]),
  );
}

/** A page of the log, the newest first, the next cursor, and the number of entries from `countUpTo`. */
export async function auditEntries(db: Db, filter: AuditFilter) {
  const { limit } = filter;
  const query = filtered(db, filter);
  const named = query.selectAll('audit_log').select(['who.full_name as who_name', 'person.full_name as person_name']);
  const [found, total] = await Promise.all([
    pageAfter(named, [['audit_log.id', 'desc']], filter).execute(),
    countUpTo(db, query, { limit, offset: 0 }),
  ]);
  return { ...cutPage(found, limit, ({ id }) => [id]), total };
}

/** The number of entries since a day in a filtered log, by person, day and kind. */
export async function countEntries(db: Db, filter: AuditFilter, since: string) {
  const rows = await filtered(db, filter)
    .where('audit_log.day', '>=', since)
    .select(({ fn, eb }) => [
      'audit_log.user_id as who',
      'audit_log.day',
      eb.case().when('audit_log.action', 'in', VIEWS).then(1).else(0).end().as('views'),
      fn.countAll<number | string>().as('entries'),
    ])
    .groupBy(['audit_log.user_id', 'audit_log.day', 'views'])
    .execute();
  return rows.map((row) => ({ ...row, isView: Number(row.views) === 1, entries: Number(row.entries) }));
}

export type AuditRow = Awaited<ReturnType<typeof auditEntries>>['rows'][number];

const MAX_STAFF = 100;

/** The same people as in `isStaff`, found by their enrolments and roles, which are few compared to all users. */
const staffIds = sql<number>`(select member.id from drive_users as held
    join users as member on member.drive_user_id = held.id where held.papel in ('equipe', 'professor')
  union select user_id from user_actions where action_id in (${ADMIN_ACTION_ID}, ${MANAGER_ACTION_ID}, ${TEACHER_ACTION_ID}))`;

/** Staff of the units in reach, by name. */
export const staffOf = (db: Db, reach: Reach) =>
  people(db)
    .select(['users.id', 'users.full_name'])
    .where(({ ref }) => sql<boolean>`${ref('users.id')} in ${staffIds}`)
    .$call(within(reach))
    .orderBy('users.full_name')
    .orderBy('users.id')
    .limit(MAX_STAFF)
    .execute();

type Named = { id: number; name: string };
type Ids = readonly number[];
type NameQuery = (db: Db, ids: Ids) => Promise<Named[]>;

/** Names of the targets of entries, by the kind of target. */
export const namesOf: Readonly<Record<string, NameQuery>> = {
  user: (db, ids) => db.selectFrom('users').select(['id', 'full_name as name']).where('id', 'in', ids).execute(),
  unit: (db, ids) => db.selectFrom('companies').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  'api-key': (db, ids) => db.selectFrom('api_keys').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  lead: (db, ids) => db.selectFrom('leads').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  travel_campaign: (db, ids) =>
    db.selectFrom('travel_campaigns').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  redemption: (db, ids) =>
    db
      .selectFrom('redemptions')
      .innerJoin('rewards', 'rewards.id', 'redemptions.reward_id')
      .select(['redemptions.id', 'rewards.nome as name'])
      .where('redemptions.id', 'in', ids)
      .execute(),
  referral: (db, ids) => db.selectFrom('referrals').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  reward: (db, ids) => db.selectFrom('rewards').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  usa_trip: (db, ids) => db.selectFrom('usa_turmas').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  bill: (db, ids) => db.selectFrom('parcelas').select(['id', 'descricao as name']).where('id', 'in', ids).execute(),
  absence: (db, ids) =>
    db
      .selectFrom('ausencias')
      .innerJoin('aulas', 'aulas.id', 'ausencias.aula_id')
      .select(['ausencias.id', 'aulas.titulo as name'])
      .where('ausencias.id', 'in', ids)
      .execute(),
  replacement: (db, ids) =>
    db
      .selectFrom('reposicoes')
      .innerJoin('aulas', 'aulas.id', 'reposicoes.destino_aula_id')
      .select(['reposicoes.id', 'aulas.titulo as name'])
      .where('reposicoes.id', 'in', ids)
      .execute(),
  order: (db, ids) => db.selectFrom('pedidos').select(['id', 'numero as name']).where('id', 'in', ids).execute(),
  sending: (db, ids) => db.selectFrom('sendings').select(['id', 'title as name']).where('id', 'in', ids).execute(),
  audience: (db, ids) =>
    db.selectFrom('saved_audiences').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  template: (db, ids) =>
    db.selectFrom('sending_templates').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  class: (db, ids) => db.selectFrom('turmas').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  lesson: (db, ids) => db.selectFrom('aulas').select(['id', 'titulo as name']).where('id', 'in', ids).execute(),
  work: (db, ids) =>
    db.selectFrom('turma_atividades').select(['id', 'titulo as name']).where('id', 'in', ids).execute(),
  'book-title': (db, ids) => db.selectFrom('livros').select(['id', 'nome as name']).where('id', 'in', ids).execute(),
  book: (db, ids) =>
    db
      .selectFrom('user_books')
      .innerJoin('livros', 'livros.id', 'user_books.livro_id')
      .select(['user_books.id', 'livros.nome as name'])
      .where('user_books.id', 'in', ids)
      .execute(),
};
