import { type Kysely, sql } from 'kysely';
import type { Step } from '../migrate.ts';
import { lockTables } from './lock-tables.ts';

/**
 * What the list of students counts is found by an index: who never logged in or has not for long, and who is in no class. The
 * last is a column that triggers keep, since many hands change what it hangs on: classes, imports, moves, ends of courses,
 * joined accounts. It is 1 for a student whose course goes on and who is in no class now.
 */
export const countsOfStudents: Step = {
  name: '0112-counts-of-students',
  async up(db, { engine, flag }) {
    if (engine === 'postgres') {
      await lockTables(db, [
        ['users', 'access exclusive'],
        ['drive_users, turma_alunos', 'share row exclusive'],
      ]);
    }
    await db.schema.alterTable('users').addColumn('is_without_class', 'integer', flag).execute();
    for (const statement of engine === 'sqlite' ? sqlite() : postgres()) await run(db, statement);
    await run(db, `update users set is_without_class = 1 where ${isWithout('users')}`);
    await run(db, 'create index users_without_class on users (school_id) where is_without_class = 1');
    await run(db, 'create index users_seen on users (school_id, last_seen_at)');
  },
};

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db);

/** As `isInClass` and the list of students have it. @param user a row of `users` */
const isWithout = (user: string) => `exists (select 1 from drive_users where drive_users.id = ${user}.drive_user_id
    and drive_users.papel = 'aluno' and drive_users.encerrado_em is null)
  and not exists (select 1 from turma_alunos where turma_alunos.user_id = ${user}.id and turma_alunos.status = 'ativa')`;

const flagOf = (user: string) => `case when ${isWithout(user)} then 1 else 0 end`;

const keep = (people: string) => `update users set is_without_class = ${flagOf('users')}
  where ${people} and is_without_class <> ${flagOf('users')}`;

const OF_ENROLMENT = 'users.drive_user_id = new.id';
const PLACES = 'status, user_id';
const ENROLMENTS = 'papel, encerrado_em';

function sqlite(): string[] {
  const trigger = (name: string, when: string, ...steps: string[]) =>
    `create trigger without_class_${name} after ${when} begin ${steps.map((step) => `${step};`).join(' ')} end`;
  return [
    trigger('place_added', 'insert on turma_alunos', keep('users.id = new.user_id')),
    trigger('place_gone', 'delete on turma_alunos', keep('users.id = old.user_id')),
    trigger(
      'place_changed',
      `update of ${PLACES} on turma_alunos`,
      keep('users.id = new.user_id'),
      keep('users.id = old.user_id'),
    ),
    trigger('enrolment_changed', `update of ${ENROLMENTS} on drive_users`, keep(OF_ENROLMENT)),
    trigger('person_added', 'insert on users', keep('users.id = new.id')),
    trigger('person_changed', 'update of drive_user_id on users', keep('users.id = new.id')),
  ];
}

/**
 * A person is locked before the classes are looked at: of two who take a student out of the two last classes at once, the
 * second one sees what the first one did.
 */
function postgres(): string[] {
  const trigger = (name: string, when: string, body: string) => [
    `create function without_class_${name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
    `create trigger without_class_${name} ${when} for each row execute function without_class_${name}()`,
  ];
  const keepLocked = (people: string) =>
    `perform 1 from users where ${people} order by id for no key update; ${keep(people)};`;
  return [
    ...trigger(
      'place',
      `after insert or delete or update of ${PLACES} on turma_alunos`,
      `if tg_op <> 'DELETE' then ${keepLocked('users.id = new.user_id')} end if;
       if tg_op <> 'INSERT' then ${keepLocked('users.id = old.user_id')} end if;
       return null;`,
    ),
    ...trigger('enrolment', `after update of ${ENROLMENTS} on drive_users`, `${keepLocked(OF_ENROLMENT)} return null;`),
    ...trigger(
      'person',
      'before insert or update of drive_user_id on users',
      `new.is_without_class := ${flagOf('new')}; return new;`,
    ),
  ];
}
