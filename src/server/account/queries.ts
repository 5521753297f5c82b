import { type ExpressionBuilder, sql } from 'kysely';
import { optionalTextNames } from '#lib/contract/account.schema.ts';
import { type Account, accountsById } from '../auth/find-accounts.ts';
import type { Db } from '../db/connection.ts';
import { people } from '../db/people.ts';
import { prepared } from '../db/prepared.ts';
import type { Schema } from '../db/types.ts';

const userWithSchool = (db: Db) => people(db).leftJoin('schools', 'schools.id', 'companies.escola_id');

const selectUser = (db: Db) =>
  userWithSchool(db)
    .leftJoin('guardian_requests', 'guardian_requests.user_id', 'users.id')
    .select([
      'users.id',
      'users.drive_user_id',
      'users.email',
      'users.full_name',
      'users.phone',
      'users.cpf',
      'users.cep',
      'users.street',
      'users.street_number',
      ...optionalTextNames.map((name) => `users.${name}` as const),
      'users.city',
      'users.state',
      'users.birth_date',
      'users.avatar_url',
      'users.guardian',
      'guardian_requests.guardian as guardian_asked',
      'guardian_requests.pedido_em as guardian_asked_at',
      'guardian_requests.expira_em as guardian_link_until',
      'users.is_club',
      'users.pwa_installed',
      'users.theme',
      'users.text_size',
      'users.email_verified',
      'users.created_at',
      'users.updated_at',
      'drive_users.matricula',
      'drive_users.nome as drive_nome',
      'drive_users.papel',
      'drive_users.company_id',
      'companies.escola_id',
      'companies.nome as company_nome',
      'companies.telefone',
      'companies.whatsapp',
      'companies.timezone',
      'companies.venda_direta_allow',
      'schools.marca',
      'schools.cidade',
      'schools.uf',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectUser>['executeTakeFirstOrThrow']>>;

export interface UserParts {
  row: Row;
  actionIds: number[];
  tours: string[];
  related: Account[];
  preferences: { category: string; enabled: boolean }[];
}

const userById = prepared(['id'], (db, { id }) => selectUser(db).where('users.id', '=', id));
const toursOf = prepared(['id'], (db, { id }) =>
  db.selectFrom('driver_tours').select('route').where('user_id', '=', id),
);
const relatedTo = prepared(['id'], (db, { id }) =>
  db.selectFrom('related_users').select('related_user_id').where('user_id', '=', id),
);
const preferencesOf = prepared(['id'], (db, { id }) =>
  db.selectFrom('notification_preferences').select(['category', 'enabled']).where('user_id', '=', id),
);
const actionsOf = prepared(['id'], (db, { id }) =>
  db.selectFrom('user_actions').select('action_id').where('user_id', '=', id).orderBy('action_id'),
);

/** All the data for a user's answer; null if there is no such user. One key look-up for each part. */
export async function userParts(db: Db, id: number): Promise<UserParts | null> {
  const [[row], actions, tours, relatedIds, preferences] = await Promise.all([
    userById(db, { id }),
    userActionIds(db, id),
    toursOf(db, { id }),
    relatedTo(db, { id }),
    preferencesOf(db, { id }),
  ]);
  if (!row) return null;
  const related = await accountsById(
    db,
    relatedIds.map((each) => each.related_user_id),
  );
  return { row, actionIds: actions, tours: tours.map(({ route }) => route), related, preferences };
}

export async function userActionIds(db: Db, id: number): Promise<number[]> {
  const rows = await actionsOf(db, { id });
  return rows.map(({ action_id }) => action_id);
}

export interface UserFilter {
  /** null: every school. */
  escolaId: number | null;
  q?: string;
  companyId?: number;
  isClub?: boolean;
  limit: number;
  offset: number;
}

export interface UserRowParts {
  id: number;
  full_name: string;
  email: string;
  phone: string | null;
  school_name: string | null;
  is_club: boolean;
  /** 0 or 1 in SQLite, a boolean in PostgreSQL. */
  has_push: boolean | number;
  last_seen_at: string | null;
}

/** Looks like a CPF or a telephone, not like a name or address; fewer digits would match everybody. */
const NUMBERS = /^[\d\s().+-]+$/;
const FEWEST_DIGITS = 4;

const like = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** Matches a part of the name, address or telephone, or the beginning of a CPF. */
function matches(q: string) {
  const digits = q.replace(/\D/g, '');
  const phone = digits.replace(/^55(?=\d{10,11}$)/, '');
  return (where: ExpressionBuilder<Schema, 'users'>) =>
    where.or([
      // SQLite has no default escape character.
      sql<boolean>`lower(users.full_name) like ${like(q)} escape '\\'`,
      sql<boolean>`users.email_key like ${like(q)} escape '\\'`,
      ...(NUMBERS.test(q) && digits.length >= FEWEST_DIGITS
        ? [where('users.cpf', 'like', `${digits}%`), where('users.phone', 'like', `%${phone}%`)]
        : []),
    ]);
}

/** Users of a school by name, then id, so that pages stay stable. */
export async function searchUsers(db: Db, filter: UserFilter): Promise<{ items: UserRowParts[]; total: number }> {
  let query = userWithSchool(db);
  if (filter.escolaId !== null) query = query.where('companies.escola_id', '=', filter.escolaId);
  if (filter.companyId !== undefined) query = query.where('companies.id', '=', filter.companyId);
  if (filter.isClub !== undefined) query = query.where('users.is_club', '=', filter.isClub);
  if (filter.q) query = query.where(matches(filter.q));
  const [items, counted] = await Promise.all([
    query
      .select([
        'users.id',
        'users.full_name',
        'users.email',
        'users.phone',
        'companies.nome as school_name',
        'users.is_club',
        'users.last_seen_at',
      ])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('push_subscriptions')
            .select('push_subscriptions.id')
            .whereRef('push_subscriptions.user_id', '=', 'users.id'),
        ).as('has_push'),
      )
      .orderBy('users.full_name')
      .orderBy('users.id')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total: Number(counted.total) };
}
