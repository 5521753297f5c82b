import { emailKey } from '#lib/rules/account/email-key.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';

export interface Account {
  id: number;
  drive_user_id: number | null;
  email: string;
  password_hash: string;
  full_name: string;
  cpf: string | null;
  avatar_url: string | null;
  is_blocked: boolean;
  own_data_only: boolean;
  token_version: number;
  company_id: number | null;
  school_name: string | null;
}

/** Whether the account can log in with its password: after the course has ended the own data are still accessible (0006). */
export const mayEnter = ({ is_blocked, own_data_only }: Pick<Account, 'is_blocked' | 'own_data_only'>): boolean =>
  !is_blocked || own_data_only;

/** The normal form of login names for comparison: e-mail in lower case, or the digits of a CPF. */
export function usernameKey(username: string): string {
  const text = emailKey(username);
  const digits = text.replace(/[.\-\s]/g, '');
  return /^\d{11}$/.test(digits) ? digits : text;
}

const account = (db: Db) =>
  people(db).select([
    'users.id',
    'users.drive_user_id',
    'users.email',
    'users.password_hash',
    'users.full_name',
    'users.cpf',
    'users.avatar_url',
    'users.is_blocked',
    'users.own_data_only',
    'users.token_version',
    'drive_users.company_id',
    'companies.nome as school_name',
  ]);

/**
 * Accounts with a login name; several people may share an e-mail. Accounts with an enrolment come first, so that other accounts
 * with the same address do not push them beyond the maximum.
 */
export function accountsByUsername(db: Db, key: string, max: number): Promise<Account[]> {
  const column = /^\d{11}$/.test(key) ? 'users.cpf' : 'users.email_key';
  return account(db)
    .where(column, '=', key)
    .orderBy(({ eb }) => eb.case().when('users.drive_user_id', 'is', null).then(1).else(0).end())
    .orderBy('users.id')
    .limit(max)
    .execute();
}

/** Accounts linked to the user's own, with the data of the account chooser. */
export const accountsLinkedTo = (db: Db, userId: number) =>
  people(db)
    .innerJoin('related_users', 'related_users.related_user_id', 'users.id')
    .select(['users.id', 'users.drive_user_id', 'users.full_name', 'users.cpf', 'users.avatar_url'])
    .select('companies.nome as school_name')
    .where('related_users.user_id', '=', userId)
    .orderBy('users.id');

export function accountsById(db: Db, ids: number[]): Promise<Account[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return account(db).where('users.id', 'in', ids).orderBy('users.id').execute();
}
