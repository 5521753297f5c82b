import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';

/** Nobody outside the demo can have an address there: the name is reserved. */
const DEMO_ADDRESSES = '%@demo.example';

/** Whoever came with the demo, whatever address the account has by now. */
export const isOfDemo = (where: ExpressionBuilder<Pick<Schema, 'users'>, 'users'>) =>
  where.or([where('users.is_demo', '=', true), where('users.email_key', 'like', DEMO_ADDRESSES)]);

/** Accounts of the demo schools, and those of the seed that belong to no school. */
export const demoAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .leftJoin('companies', 'companies.id', 'drive_users.company_id')
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select('users.id')
    .where((where) => where.or([where('schools.is_demo', '=', true), isOfDemo(where)]));
