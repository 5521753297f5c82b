import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import type { Schema } from '../../tables.ts';

/** The domain is reserved, so nobody outside the demo has an address there. */
const DEMO_ADDRESSES = '%@demo.example';

/** An account that came with the demo, whatever its address is now. */
export const isOfDemo = (where: ExpressionBuilder<Pick<Schema, 'users'>, 'users'>) =>
  where.or([where('users.is_demo', '=', true), where('users.email_key', 'like', DEMO_ADDRESSES)]);

/** Accounts of the demo schools, and seed accounts without a school. */
export const demoAccounts = (db: Db) =>
  people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select('users.id')
    .where((where) => where.or([where('schools.is_demo', '=', true), isOfDemo(where)]));
