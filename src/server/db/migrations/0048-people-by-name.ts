import { type Kysely, sql } from 'kysely';
import type { Engine } from '../connection.ts';
import type { Step } from '../migrate.ts';
import { lockTables } from './lock-tables.ts';

/**
 * People of a school in the order of their names, and any three letters of what a search looks at (0079). The database
 * keeps both itself, since many hands change names, enrolments and units. The step 0050 fills the column for those who
 * are there, and 0051 makes the indexes. This one keeps every reader of
 * `users` waiting on PostgreSQL, so it does nothing that takes long.
 */
export const peopleByName: Step = {
  name: '0048-people-by-name',
  async up(db, { engine }) {
    if (engine === 'postgres') {
      await lockTables(db, [
        ['companies, drive_users', 'share row exclusive'],
        ['users', 'access exclusive'],
      ]);
    }
    await db.schema.alterTable('users').addColumn('school_id', 'integer').execute();
    for (const statement of engine === 'sqlite' ? sqlite() : postgres()) await run(db, statement);
  },
};

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db);

/** Sets the school of everybody who has another one by the enrolment. No enrolment and no unit may change meanwhile. */
export const setSchools = (db: Kysely<unknown>, engine: Engine): Promise<unknown> => {
  const school = SCHOOL('users.drive_user_id');
  const differs = engine === 'sqlite' ? 'is not' : 'is distinct from';
  return run(db, `update users set school_id = ${school} where school_id ${differs} ${school}`);
};

const SCHOOL = (enrolment: string) => `(select companies.escola_id from drive_users
  join companies on companies.id = drive_users.company_id where drive_users.id = ${enrolment})`;

/** A unit that goes to another school, and an enrolment that goes to another unit. */
const MOVED = (people: string) => `update users set school_id = ${SCHOOL('users.drive_user_id')} where ${people}`;
const OF_ENROLMENT = 'drive_user_id = new.id';
const OF_UNIT = 'drive_user_id in (select id from drive_users where company_id = new.id)';

const SEARCHED = ['full_name', 'email_key', 'cpf', 'phone'];
export const COLUMNS = SEARCHED.join(', ');

function sqlite(): string[] {
  const rowOf = (row: string) => SEARCHED.map((column) => `${row}.${column}`).join(', ');
  const add = `insert into people_grams (rowid, ${COLUMNS}) values (new.id, ${rowOf('new')})`;
  const remove = `insert into people_grams (people_grams, rowid, ${COLUMNS}) values ('delete', old.id, ${rowOf('old')})`;
  const differs = SEARCHED.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    `create virtual table people_grams using fts5(${COLUMNS},
      content = 'users', content_rowid = 'id', tokenize = 'trigram', detail = none)`,
    // What is deleted leaves the file as well.
    "insert into people_grams (people_grams, rank) values ('secure-delete', 1)",
    "insert into people_grams (people_grams) values ('rebuild')",
    `create trigger people_grams_added after insert on users begin ${add}; end`,
    `create trigger people_grams_gone after delete on users begin ${remove}; end`,
    `create trigger people_grams_changed after update of ${COLUMNS} on users when ${differs} begin
      ${remove}; ${add}; end`,
    `create trigger users_school_added after insert on users when new.drive_user_id is not null begin
      ${MOVED('id = new.id')}; end`,
    `create trigger users_school_changed after update of drive_user_id on users
      when old.drive_user_id is not new.drive_user_id begin ${MOVED('id = new.id')}; end`,
    `create trigger users_school_enrolment after update of company_id on drive_users
      when old.company_id <> new.company_id begin ${MOVED(OF_ENROLMENT)}; end`,
    `create trigger users_school_unit after update of escola_id on companies
      when old.escola_id is not new.escola_id begin ${MOVED(OF_UNIT)}; end`,
  ];
}

/** An enrolment waits while its person comes to it, and the other way round: else the person stays in the old school. */
function postgres(): string[] {
  const trigger = (name: string, when: string, body: string) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`,
    `create trigger ${name} ${when} for each row execute function ${name}()`,
  ];
  return [
    // Dear, so that the planner asks the index or looks at the names themselves first.
    `create function people_grams(full_name text, email_key text, cpf text, phone text) returns text[]
      language sql immutable parallel safe cost 10000 as $$
      select array_agg(distinct substr(words, place, 3))
      from (select lower(full_name || ' ' || email_key || ' ' || coalesce(cpf, '') || ' ' || coalesce(phone, '')) as words)
        as one, generate_series(1, char_length(words) - 2) as place $$`,
    ...trigger(
      'users_school_of_person',
      'before insert or update of drive_user_id on users',
      `new.school_id := (select companies.escola_id from (
        select company_id from drive_users where id = new.drive_user_id for share) as post
        join companies on companies.id = post.company_id)`,
    ),
    ...trigger(
      'users_school_enrolment',
      'after update of company_id on drive_users',
      `if old.company_id <> new.company_id then ${MOVED(OF_ENROLMENT)}; end if`,
    ),
    ...trigger(
      'users_school_unit',
      'after update of escola_id on companies',
      `if old.escola_id is distinct from new.escola_id then ${MOVED(OF_UNIT)}; end if`,
    ),
  ];
}
