import type { Engine } from '../connection.ts';

/** The school of a person, for lists by name. Triggers maintain it, since many operations change enrolments and units. */
export const schoolOfPersonTriggers = (engine: Engine): string[] => (engine === 'sqlite' ? sqlite() : postgres());

const SCHOOL = (enrollment: string) => `(select companies.escola_id from drive_users
  join companies on companies.id = drive_users.company_id where drive_users.id = ${enrollment})`;

/** For a unit that moves to another school, and an enrolment that moves to another unit. */
const MOVED = (people: string) => `update users set school_id = ${SCHOOL('users.drive_user_id')} where ${people}`;
const OF_ENROLLMENT = 'drive_user_id = new.id';
const OF_UNIT = 'drive_user_id in (select id from drive_users where company_id = new.id)';

function sqlite(): string[] {
  return [
    `create trigger users_school_added after insert on users when new.drive_user_id is not null begin
      ${MOVED('id = new.id')}; end`,
    `create trigger users_school_changed after update of drive_user_id on users
      when old.drive_user_id is not new.drive_user_id begin ${MOVED('id = new.id')}; end`,
    `create trigger users_school_enrolment after update of company_id on drive_users
      when old.company_id <> new.company_id begin ${MOVED(OF_ENROLLMENT)}; end`,
    `create trigger users_school_unit after update of escola_id on companies
      when old.escola_id is not new.escola_id begin ${MOVED(OF_UNIT)}; end`,
  ];
}

/**
 * A change of an enrolment and its assignment to a person wait for each other; otherwise the person would keep the old school.
 */
function postgres(): string[] {
  const trigger = (name: string, when: string, body: string) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`,
    `create trigger ${name} ${when} for each row execute function ${name}()`,
  ];
  return [
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
      `if old.company_id <> new.company_id then ${MOVED(OF_ENROLLMENT)}; end if`,
    ),
    ...trigger(
      'users_school_unit',
      'after update of escola_id on companies',
      `if old.escola_id is distinct from new.escola_id then ${MOVED(OF_UNIT)}; end if`,
    ),
  ];
}
