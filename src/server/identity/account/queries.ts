import { optionalTextNames } from '#lib/contract/account.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { people } from '../../core/db/people.ts';
import { type PeopleFilter, pageByName } from '../../core/db/people-by-name.ts';
import { prepared } from '../../core/db/prepared.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import { unitCity, unitState } from '../../core/db/units.ts';
import { unreadOf } from '../../messages/inbox/read-notices.ts';
import { accountsLinkedTo } from '../auth/find-accounts.ts';
import type { Choice } from '../auth/present.ts';
import { wardsOf } from '../family/children.ts';

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
      'guardian_requests.created_at as guardian_asked_at',
      'guardian_requests.expira_em as guardian_link_until',
      'guardian_requests.confirmado_em as guardian_confirmed_at',
      'guardian_requests.change_id as guardian_change',
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
      unitCity.$castTo<string | null>().as('cidade'),
      unitState.$castTo<string | null>().as('uf'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectUser>['executeTakeFirstOrThrow']>>;

export interface UserParts {
  row: Row;
  actionIds: number[];
  tours: string[];
  related: Choice[];
  preferences: { category: string; enabled: boolean }[];
}

const actions = (db: Db, id: number) =>
  db.selectFrom('user_actions').select('action_id').where('user_id', '=', id).orderBy('action_id');
const actionsOf = prepared(actions);
const partsOf = (db: Db, id: number) => ({
  user: selectUser(db).where('users.id', '=', id),
  actions: actions(db, id),
  tours: db.selectFrom('driver_tours').select('route').where('user_id', '=', id),
  related: accountsLinkedTo(db, id),
  preferences: db.selectFrom('notification_preferences').select(['category', 'enabled']).where('user_id', '=', id),
});
const readParts = preparedParts(partsOf);
const readOwnParts = preparedParts((db, id: number) => ({
  ...partsOf(db, id),
  wards: wardsOf(db, id),
  unread: unreadOf(db, id),
  classes: db.selectFrom('turma_alunos').select('turma_alunos.id').where('user_id', '=', id).where(isInClass).limit(1),
  books: db.selectFrom('user_books').select('user_books.id').where('user_id', '=', id).limit(1),
}));

/** All the data for a user's answer, in one statement; null if there is no such user. */
export async function userParts(db: Db, id: number): Promise<UserParts | null> {
  return joined(await readParts(db, id));
}

/** As `userParts`, with what every page shows its reader: wards, own class or book, and the number of unread notices. */
export async function ownUserParts(db: Db, id: number) {
  const { wards, unread, classes, books, ...parts } = await readOwnParts(db, id);
  const own = joined(parts);
  const studies = classes.length + books.length > 0;
  return own && { ...own, wards, studies, unread: Number(unread[0]?.unread ?? 0) };
}

function joined({ user, actions, tours, ...rest }: Awaited<ReturnType<typeof readParts>>): UserParts | null {
  const [row] = user;
  if (!row) return null;
  return {
    row,
    actionIds: actions.map(({ action_id }) => action_id),
    tours: tours.map(({ route }) => route),
    ...rest,
  };
}

export async function userActionIds(db: Db, id: number): Promise<number[]> {
  const rows = await actionsOf(db, id);
  return rows.map(({ action_id }) => action_id);
}

export interface UserFilter extends Omit<PeopleFilter, 'among'> {
  companyId?: number;
  isClub?: boolean;
}

/** Users of a school by name, then id, so that pages stay stable. `total`: see `pageByName`. */
export async function searchUsers(db: Db, { companyId, isClub, ...filter }: UserFilter) {
  const { ids, total } = await pageByName(db, {
    ...filter,
    among: ({ and, eb, exists, selectFrom }) =>
      and([
        ...(isClub === undefined ? [] : [eb('users.is_club', '=', isClub)]),
        ...(companyId === undefined
          ? []
          : [
              exists(
                selectFrom('drive_users')
                  .select('drive_users.id')
                  .whereRef('drive_users.id', '=', 'users.drive_user_id')
                  .where('drive_users.company_id', '=', companyId),
              ),
            ]),
      ]),
  });
  const items = ids.length === 0 ? [] : await rowsOf(db, ids);
  return { items, total };
}

const rowsOf = (db: Db, ids: readonly number[]) =>
  userWithSchool(db)
    .select(['users.id', 'users.full_name', 'users.email', 'users.phone', 'companies.nome as school_name'])
    .select(['users.is_club', 'users.last_seen_at', 'users.guardian', 'drive_users.papel', 'drive_users.encerrado_em'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('push_subscriptions')
          .select('push_subscriptions.id')
          .whereRef('push_subscriptions.user_id', '=', 'users.id'),
      ).as('has_push'),
    )
    .where('users.id', 'in', ids)
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute();

/** `has_push` is 0 or 1 in SQLite, a boolean in PostgreSQL. */
export type UserRowParts = Awaited<ReturnType<typeof rowsOf>>[number];
