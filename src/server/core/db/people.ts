import { type Nullable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Config } from '../../config.ts';
import type { Schema } from '../../tables.ts';
import type { Db } from './connection.ts';
import { preparedOne } from './prepared.ts';

type Enrollment = Pick<Schema, 'drive_users' | 'companies'>;
type Perhaps<Tables> = { [Name in keyof Tables]: Nullable<Tables[Name]> };
type Joined<DB, TB extends keyof DB, Row, Tables> = SelectQueryBuilder<
  { [Name in keyof DB]: Name extends keyof Tables ? Tables[Name] : DB[Name] },
  TB | Extract<keyof DB, keyof Tables>,
  Row
>;
/** A query that has the table `users`. */
type OfUsers<DB, TB extends keyof DB, Row> = 'users' extends TB ? SelectQueryBuilder<DB, TB, Row> : never;
type Users = SelectQueryBuilder<Schema, 'users', unknown>;

/** Adds the enrolment (`drive_users`) and the unit (`companies`) of each of the `users`; null where there is none. */
export const withUnit = <DB, TB extends keyof DB, Row>(query: OfUsers<DB, TB, Row>) =>
  (query as unknown as Users)
    .leftJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .leftJoin('companies', 'companies.id', 'drive_users.company_id') as unknown as Joined<
    DB,
    TB,
    Row,
    Perhaps<Enrollment>
  >;

/** The same, without the `users` who have no enrolment. */
export const inUnit = <DB, TB extends keyof DB, Row>(query: OfUsers<DB, TB, Row>) =>
  (query as unknown as Users)
    .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .innerJoin('companies', 'companies.id', 'drive_users.company_id') as unknown as Joined<DB, TB, Row, Enrollment>;

/** The name for receipts, contracts and payments. The query has the table `users`. */
export const civilName = sql<string>`coalesce(users.civil_name, users.full_name)`;

/** All people, each with the unit if there is one. */
export const people = (db: Db) => db.selectFrom('users').$call(withUnit);

/** People with an enrolment, each with the unit. */
export const enrolled = (db: Db) => db.selectFrom('users').$call(inUnit);

/** The unit of a person, for a row that stores it; null without an enrolment. */
export const unitOfPerson = (userId: number): RawBuilder<number | null> =>
  sql`(select drive_users.company_id from users join drive_users on drive_users.id = users.drive_user_id
    where users.id = ${userId})`;

/** The unit of a person; null without an enrolment. */
export async function unitOf(db: Db, userId: number): Promise<number | null> {
  const row = await enrolled(db).select('companies.id').where('users.id', '=', userId).executeTakeFirst();
  return row?.id ?? null;
}

export type Zoned = Pick<Config, 'SCHOOL_TIME_ZONE'>;

const timezoneOfUnit = preparedOne((db, companyId: number) =>
  db.selectFrom('companies').select('timezone').where('id', '=', companyId),
);
const timezoneOf = preparedOne((db, userId: number) =>
  enrolled(db).select('companies.timezone').where('users.id', '=', userId),
);

/** The time zone of a unit; the portal's if there is no unit or the runtime does not know the zone. */
export async function zoneOfUnit(db: Db, { SCHOOL_TIME_ZONE }: Zoned, companyId: number | null): Promise<string> {
  if (companyId === null) return SCHOOL_TIME_ZONE;
  return zoneOr((await timezoneOfUnit(db, companyId))?.timezone, SCHOOL_TIME_ZONE);
}

/** The time zone of a person's unit, or the portal's. */
export async function zoneOf(db: Db, { SCHOOL_TIME_ZONE }: Zoned, userId: number): Promise<string> {
  return zoneOr((await timezoneOf(db, userId))?.timezone, SCHOOL_TIME_ZONE);
}
